package io.tfsno.operator.tfsno.bound;

import io.tfsno.nn.Activation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The norms of all maps between blocks, from which the bound of a whole step is made: they are
 * multiplied, with those of the blocks and the slopes of the activations, along the way that a
 * field takes. Where a skip is joined, for three levels and blocks b,
 *
 * <pre>
 *   e0 = lift b_0,  e1 = e0 down_0 b_1,  m = e1 down_1 b_2,
 *   d1 = join_1 hypot( up_1 m, e1 ) b_3,  d0 = join_0 hypot( up_0 d1, e0 ) b_4,
 *   step = d0 head.
 * </pre>
 *
 * Fourier resampling amplifies nothing in the root mean square.
 *
 * @param lift of both its layers, with the activation between them
 * @param head the same
 */
public record StepNorms(
    double lift, List<Double> down, List<Double> up, List<Double> join, double head) {

  /** Two layers with an activation between them. */
  public static double layers(double first, double second) {
    return second * Activation.GELU.lipschitz() * first;
  }

  /** The same bound for every map of a network with skips on that many levels; the head apart. */
  public static StepNorms uniform(double bound, int skips, double head) {
    List<Double> all = Collections.nCopies(skips, bound);
    return new StepNorms(layers(bound, bound), all, all, all, head);
  }

  /**
   * The bound of a step.
   *
   * @param blocks of each block, in order; in a row where no map joins skips
   */
  public double step(List<Double> blocks) {
    int turn = down.size();
    List<Double> skips = new ArrayList<>();
    double v = lift * blocks.get(0);
    for (int level = 0; level < turn; level++) {
      skips.add(v);
      v *= down.get(level) * blocks.get(level + 1);
    }
    for (int level = turn - 1; level >= 0; level--) {
      double both = Math.hypot(up.get(level) * v, skips.get(level));
      v = join.get(level) * both * blocks.get(2 * turn - level);
    }
    for (double block : blocks.subList(2 * turn + 1, blocks.size())) {
      v *= block;
    }
    return v * head;
  }
}
