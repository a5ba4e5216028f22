package io.tfsno.train;

import io.tfsno.base.UserError;

/**
 * A training that left the finite numbers. Unlike a full disk or exhausted memory this says
 * something about the model: repeated, it would end the same way.
 */
public final class Divergence extends UserError {
  Divergence(String message) {
    super(message);
  }
}
