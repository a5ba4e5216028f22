package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.operator.tfsno.cuda.GateParts;
import java.util.List;

/** The few numbers per sample that a gate is computed from. */
interface Features {
  int size();

  /**
   * @param z the block's input {@code [channel, sample, x(, y)]}
   * @param x its coefficients {@code [mode, re/im, channel, sample]}
   * @return {@code [feature, sample]}
   */
  Tensor of(Tensor z, Tensor x);

  /** Those of the eight statistics among them. They come first. */
  List<Statistic> basic();

  /** What computes all but the {@link #basic} ones; null where there are no others. */
  GateParts.Source others();
}
