package io.tfsno.operator;

import io.tfsno.base.UserError;

/**
 * How much the residual of the data's own equation counts in a model's training loss.
 *
 * @param weight its weight relative to the supervised loss; 0 for no such term
 * @param warmUp share of the epochs over which the weight grows to that value
 */
public record PhysicsTerm(double weight, double warmUp) {
  public static final PhysicsTerm NONE = new PhysicsTerm(0, 0);

  public PhysicsTerm {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new UserError("physicsWeight >= 0", Double.toString(weight), "Try 0.1.");
    }
    if (!(warmUp >= 0) || warmUp > 1) {
      throw new UserError("warmUp from 0 to 1", Double.toString(warmUp), "Try 0.1.");
    }
  }

  public boolean present() {
    return weight > 0;
  }

  /** The weight in an epoch, counted from 0: it grows linearly and is never 0. */
  public double weight(int epoch, int epochs) {
    return weight * Math.min(1, (epoch + 1) / Math.max(1, warmUp * epochs));
  }
}
