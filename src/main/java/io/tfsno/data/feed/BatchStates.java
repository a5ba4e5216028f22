package io.tfsno.data.feed;

import io.tfsno.engine.Tensor;

/** The states of one batch on its device. */
public interface BatchStates {
  long samples();

  /**
   * The states so many steps after the first ones, {@code [sample, channel, x(, y)]}; not to be
   * modified. Waits for nothing, so it can be recorded.
   */
  Tensor at(int offset);

  /** Some of the samples. */
  BatchStates part(long first, long count);
}
