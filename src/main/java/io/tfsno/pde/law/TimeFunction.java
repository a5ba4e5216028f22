package io.tfsno.pde.law;

import io.tfsno.base.UserError;

/**
 * A coefficient that may change with time, {@code mean + amplitude sin(2 pi t / period)}.
 *
 * @param period of no meaning where the amplitude is 0
 */
public record TimeFunction(double mean, double amplitude, double period) {
  public TimeFunction {
    if (!Double.isFinite(mean) || !Double.isFinite(amplitude)) {
      throw new UserError(
          "a finite mean and amplitude of a coefficient",
          "%s and %s".formatted(mean, amplitude),
          "Correct them.");
    }
    if (amplitude != 0 && (!(period > 0) || Double.isInfinite(period))) {
      throw new UserError(
          "a period > 0 of a coefficient that changes with time",
          Double.toString(period),
          "Give the time after which it repeats, as in {mean: 1, amplitude: 0.9, period: 4.5}.");
    }
  }

  public static TimeFunction constant(double value) {
    return new TimeFunction(value, 0, 1);
  }

  public boolean isConstant() {
    return amplitude == 0;
  }

  double at(double time) {
    return isConstant() ? mean : mean + amplitude * Math.sin(2 * Math.PI * time / period);
  }
}
