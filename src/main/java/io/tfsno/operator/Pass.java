package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import java.util.List;
import java.util.function.Consumer;

/**
 * What travels with a field through a network.
 *
 * @param time {@code [sample]}, or null where no layer asks for it
 * @param calibrating whether layers should take their fixed constants from this field
 * @param observer sees every gate as it is applied; null if nobody looks
 * @param gates the delta of every block {@code [sample, channel, mode]}, in place of what its gate
 *     would answer; null where gates answer themselves
 */
public record Pass(
    Tensor time, boolean calibrating, Consumer<GateReading> observer, List<Tensor> gates) {
  public static Pass plain(Tensor time) {
    return new Pass(time, false, null, null);
  }

  public static Pass calibrating(Tensor time) {
    return new Pass(time, true, null, null);
  }

  public static Pass observed(Tensor time, Consumer<GateReading> observer) {
    return new Pass(time, false, observer, null);
  }

  public static Pass withGates(Tensor time, List<Tensor> gates) {
    return new Pass(time, false, null, gates);
  }

  public boolean isObserved() {
    return observer != null;
  }

  public boolean bringsGates() {
    return gates != null;
  }
}
