package io.tfsno.train.loss;

import io.tfsno.engine.Tensor;

/**
 * What becomes of the squared norms of errors and truths. Each sample counts by itself, so that a
 * loss does not depend on how a batch is divided among threads and ranks.
 */
public enum LossKind {
  /** The mean square of the error. */
  SQUARED {
    @Override
    public Tensor of(Tensor errors, Tensor truths) {
      return errors.mean();
    }
  },
  /** The error's norm divided by the truth's. */
  RELATIVE {
    @Override
    public Tensor of(Tensor errors, Tensor truths) {
      return errors.add(TINY).div(truths.add(FLOOR)).sqrt().mean();
    }
  },
  /** The error's squared norm divided by the truth's. */
  RELATIVE_SQUARED {
    @Override
    public Tensor of(Tensor errors, Tensor truths) {
      return errors.div(truths.add(FLOOR)).mean();
    }
  };

  /** Of the variance of the data: a truth flatter than this does not decide alone. */
  private static final double FLOOR = 1e-6;

  /** The root has no slope at zero. */
  private static final double TINY = 1e-12;

  /**
   * The loss of a batch, one element.
   *
   * @param errors squared norm of each sample's error
   * @param truths squared norm of each sample's truth
   */
  public abstract Tensor of(Tensor errors, Tensor truths);
}
