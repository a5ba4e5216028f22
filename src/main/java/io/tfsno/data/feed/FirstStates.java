package io.tfsno.data.feed;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a model is told of the first states of each trajectory.
 *
 * @param states how many of them
 * @param numbers from these states, the oldest first, {@code [trajectory, channel, x(, y, z)]}
 *     each, to {@code [trajectory, number]}
 */
public record FirstStates(int states, Function<List<Tensor>, Tensor> numbers) {
  private static final int CHUNK = 64;

  /** States of trajectories {@code first .. first+count-1} at one step. */
  @FunctionalInterface
  interface Source {
    Tensor at(int first, int count, int step);
  }

  /** The numbers of all trajectories, {@code [trajectory, number]}, which the caller frees. */
  Tensor of(int trajectories, Source source) {
    return Scope.unowned(
        () -> {
          List<Tensor> parts = new ArrayList<>();
          for (int i = 0; i < trajectories; i += CHUNK) {
            parts.add(part(i, Math.min(CHUNK, trajectories - i), source));
          }
          return Tensor.cat(0, parts.toArray(Tensor[]::new));
        });
  }

  private Tensor part(int first, int count, Source source) {
    try (Scope scope = new Scope()) {
      List<Tensor> seen = new ArrayList<>();
      for (int step = 0; step < states; step++) {
        seen.add(source.at(first, count, step));
      }
      return scope.keep(numbers.apply(seen));
    }
  }
}
