package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import java.util.List;
import java.util.function.Consumer;

/**
 * What travels with a field through a network.
 *
 * @param given what the step depends on in addition to the state
 * @param calibrating whether layers should take their fixed constants from this field
 * @param observer sees every gate as it is applied; null if nobody looks
 * @param gates the delta of every block {@code [sample, channel, mode]}, in place of what its gate
 *     would answer; null where gates answer themselves
 */
public record Pass(
    Conditions given, boolean calibrating, Consumer<GateReading> observer, List<Tensor> gates) {
  public static Pass plain(Conditions given) {
    return new Pass(given, false, null, null);
  }

  public static Pass calibrating(Conditions given) {
    return new Pass(given, true, null, null);
  }

  public static Pass observed(Conditions given, Consumer<GateReading> observer) {
    return new Pass(given, false, observer, null);
  }

  public static Pass withGates(Conditions given, List<Tensor> gates) {
    return new Pass(given, false, null, gates);
  }

  /** Whether this is a step like all others. */
  boolean isPlain() {
    return !calibrating && observer == null && gates == null;
  }

  public boolean isObserved() {
    return observer != null;
  }

  public boolean bringsGates() {
    return gates != null;
  }
}
