package io.tfsno.train.guard;

import io.tfsno.engine.Masks;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.GpuPath;

/** States of an unrolling that have left the model's world. */
public final class Runaways {
  /** A state this many times larger than the data has. */
  private static final double LARGE = 10;

  /** Keeps the limit above zero where the data are. */
  private static final double FLOOR = 1e-6;

  private Runaways() {}

  /**
   * Puts samples that ran away, or are no numbers, back on the truth; data are normalised, so their
   * size is about 1. Nothing is taped for gradients, and the states may be modified.
   */
  public static Tensor putBack(Tensor v, Tensor truth, GpuPath path) {
    return FusedGuard.fits(v, path)
        ? FusedGuard.apply(v, truth, LARGE * LARGE, FLOOR, path)
        : chosen(v, truth);
  }

  private static Tensor chosen(Tensor v, Tensor truth) {
    int rank = v.rank();
    long[] fieldAxes = new long[rank - 1];
    long[] perSample = new long[rank];
    for (int i = 0; i < rank - 1; i++) {
      fieldAxes[i] = i + 1;
      perSample[i + 1] = 1;
    }
    perSample[0] = v.size(0);
    Tensor size = v.square().mean(fieldAxes);
    Tensor limit = truth.square().mean().mul(LARGE * LARGE).add(FLOOR);
    Tensor sound = Masks.below(size.div(limit), 1).view(perSample);
    return Masks.choose(sound, v, truth);
  }
}
