package io.tfsno.nn;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/**
 * Which of a layer's modes a grid can hold: those below its Nyquist wave along every axis. On a
 * grid that holds all of them nothing is cut.
 */
public final class ModeSlice {
  private final Modes all;
  private final Modes kept;

  public ModeSlice(Modes all, Points points) {
    this.all = all;
    kept = all.within(points);
  }

  private ModeSlice(Modes all) {
    this.all = all;
    kept = all;
  }

  /** That of a grid which holds everything. */
  public static ModeSlice whole(Modes all) {
    return new ModeSlice(all);
  }

  public Modes modes() {
    return kept;
  }

  public boolean isWhole() {
    return kept.equals(all);
  }

  /** The kept part of a tensor {@code [k_d, .., k_1, ...]}; itself if all of it is kept. */
  public Tensor of(Tensor tensor) {
    Tensor part = tensor;
    for (int place = 0; place < all.dimension(); place++) {
      int axis = all.dimension() - 1 - place;
      Modes.Axis from = all.axis(axis);
      Modes.Axis to = kept.axis(axis);
      if (to.equals(from)) {
        continue;
      }
      Tensor positive = part.narrow(place, 0, to.positive());
      // The negative waves next to zero stand at the end of their block.
      part =
          to.negative() == 0
              ? positive
              : Tensor.cat(
                  place, positive, part.narrow(place, from.count() - to.negative(), to.negative()));
    }
    return part;
  }

  /** The kept part of a tensor {@code [k, ...]} whose first axis holds all modes. */
  public Tensor ofFlat(Tensor tensor) {
    if (isWhole()) {
      return tensor;
    }
    long[] shape = tensor.shape();
    long[] modes = all.storedShape();
    long[] split = new long[shape.length + modes.length - 1];
    System.arraycopy(modes, 0, split, 0, modes.length);
    System.arraycopy(shape, 1, split, modes.length, shape.length - 1);
    shape[0] = kept.count();
    return of(tensor.view(split)).reshape(shape);
  }
}
