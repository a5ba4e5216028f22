package io.tfsno.data.feed;

import io.tfsno.engine.Tensor;

/** A batch from a later state on. */
record LaterStates(BatchStates all, int offset) implements BatchStates {
  @Override
  public long samples() {
    return all.samples();
  }

  @Override
  public Tensor at(int step) {
    return all.at(offset + step);
  }

  @Override
  public BatchConditions conditions(int step) {
    return all.conditions(offset + step);
  }

  @Override
  public BatchStates part(long first, long count) {
    return new LaterStates(all.part(first, count), offset);
  }
}
