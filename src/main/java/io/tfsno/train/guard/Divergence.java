package io.tfsno.train.guard;

import io.tfsno.base.UserError;

/**
 * A training that left the finite numbers. Unlike a full disk or exhausted memory this says
 * something about the model: repeated, it would end the same way.
 */
public final class Divergence extends UserError {
  public Divergence(String message) {
    super(message);
  }
}
