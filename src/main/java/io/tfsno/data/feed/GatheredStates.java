package io.tfsno.data.feed;

import io.tfsno.engine.Tensor;

/** States picked from a set on the same device by row numbers that stand there. */
record GatheredStates(ResidentSet set, Tensor rows) implements BatchStates {
  @Override
  public long samples() {
    return rows.size(0);
  }

  @Override
  public Tensor at(int offset) {
    return set.gather(rows, offset);
  }

  @Override
  public Tensor first(int count) {
    return set.first(rows, count);
  }

  @Override
  public BatchConditions conditions(int offset) {
    return set.conditions(rows, offset);
  }

  @Override
  public BatchStates part(long first, long count) {
    return new GatheredStates(set, rows.narrow(0, first, count));
  }
}
