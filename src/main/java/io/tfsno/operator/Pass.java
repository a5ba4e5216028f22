package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import java.util.function.Consumer;

/**
 * What travels with a field through a network.
 *
 * @param time {@code [sample]}, or null where no layer asks for it
 * @param calibrating whether layers should take their fixed constants from this field
 * @param observer sees every gate as it is applied; null if nobody looks
 */
record Pass(Tensor time, boolean calibrating, Consumer<GateReading> observer) {
  static Pass plain(Tensor time) {
    return new Pass(time, false, null);
  }

  static Pass calibrating(Tensor time) {
    return new Pass(time, true, null);
  }

  static Pass observed(Tensor time, Consumer<GateReading> observer) {
    return new Pass(time, false, observer);
  }

  boolean isObserved() {
    return observer != null;
  }
}
