package io.tfsno.data.feed;

import io.tfsno.engine.Tensor;

/** The states of one batch on its device. */
public interface BatchStates {
  long samples();

  /**
   * The first states as the model is given them: the true ones, or with noise. Waits for nothing,
   * so it can be captured.
   *
   * @param truth what {@link #at} gave for them
   */
  default Tensor start(Tensor truth) {
    return truth;
  }

  /**
   * The states {@code offset} steps after the first ones, {@code [sample, channel, x(, y)]}; not to
   * be modified. Waits for nothing, so it can be captured.
   */
  Tensor at(int offset);

  /**
   * The first states as one field, the latest of them first, {@code [sample, count channels, x(, y,
   * z)]}.
   */
  default Tensor first(int count) {
    Tensor[] states = new Tensor[count];
    for (int i = 0; i < count; i++) {
      states[i] = at(count - 1 - i);
    }
    return count == 1 ? states[0] : Tensor.cat(1, states);
  }

  /** What the states {@code offset} steps after the first ones depend on in addition. */
  BatchConditions conditions(int offset);

  /** The same from a later state on. */
  default BatchStates later(int offset) {
    return offset == 0 ? this : new LaterStates(this, offset);
  }

  /** Some of the samples. */
  BatchStates part(long first, long count);
}
