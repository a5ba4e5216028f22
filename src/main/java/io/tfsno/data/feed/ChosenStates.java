package io.tfsno.data.feed;

import io.tfsno.engine.Tensor;
import java.util.Arrays;

/** States of chosen trajectories, each from a step of its own on, brought one after the other. */
record ChosenStates(StateSource source, int[] trajectory, int[] step) implements BatchStates {
  @Override
  public long samples() {
    return trajectory.length;
  }

  @Override
  public Tensor at(int offset) {
    return source.gather(trajectory, step, offset);
  }

  @Override
  public BatchConditions conditions(int offset) {
    return source.conditions(trajectory, step, offset);
  }

  @Override
  public BatchStates part(long first, long count) {
    int from = Math.toIntExact(first);
    int to = Math.toIntExact(first + count);
    return new ChosenStates(
        source, Arrays.copyOfRange(trajectory, from, to), Arrays.copyOfRange(step, from, to));
  }
}
