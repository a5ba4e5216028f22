package io.tfsno.operator;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;

/** Sines and cosines of explicit time, {@code [2 harmonics, sample]}. */
public final class TimeFeatures {
  private final TimeSpec spec;
  private final Constants constants;

  public TimeFeatures(TimeSpec spec, Constants constants) {
    this.spec = spec;
    this.constants = constants;
  }

  public Tensor of(Tensor time) {
    Tensor w =
        constants.tensor(
            spec, time.device(), () -> Tensor.of(spec.frequencies(), spec.harmonics(), 1));
    Tensor phase = w.mul(time.view(1, -1));
    return Tensor.cat(0, Activations.sin(phase), Activations.cos(phase));
  }
}
