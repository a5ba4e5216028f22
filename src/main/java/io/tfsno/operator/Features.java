package io.tfsno.operator;

import io.tfsno.engine.Tensor;

/** The few numbers per sample that a gate is computed from. */
interface Features {
  int size();

  /**
   * @param z the block's input {@code [channel, sample, x(, y)]}
   * @param x its coefficients {@code [mode, re/im, channel, sample]}
   * @return {@code [feature, sample]}
   */
  Tensor of(Tensor z, Tensor x);
}
