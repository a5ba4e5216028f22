package io.tfsno.operator.baseline;

import io.tfsno.nn.fused.TapMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The maps of a {@link Fino} on periodic lines or planes.
 *
 * @param stages on the way down and up again
 * @param down by level, as {@code up} and {@code join}
 */
record FinoMaps(
    TapMap lift,
    List<List<Step>> stages,
    List<TapMap> down,
    List<TapMap> up,
    List<TapMap> join,
    TapMap head) {
  /** The maps of a {@link LocalStep}. */
  record Step(TapMap stencil, TapMap gate, TapMap fuse) {}

  /** Levels below the finest. */
  int turn() {
    return down.size();
  }

  /** All of them, in the order of their parameters. */
  List<TapMap> inOrder() {
    List<TapMap> all = new ArrayList<>(List.of(lift));
    for (List<Step> stage : stages) {
      stage.forEach(step -> all.addAll(List.of(step.stencil, step.gate, step.fuse)));
    }
    for (int level = 0; level < turn(); level++) {
      all.addAll(List.of(down.get(level), up.get(level), join.get(level)));
    }
    all.add(head);
    return all;
  }
}
