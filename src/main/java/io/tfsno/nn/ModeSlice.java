package io.tfsno.nn;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;

/**
 * Which of a layer's modes a grid can hold: those with {@code |k| <= points/2}, the Nyquist wave of
 * the last axis excluded. On a grid that holds all of them nothing is cut.
 */
public final class ModeSlice {
  private final Modes all;
  private final int columns;
  private final int positiveRows;

  public ModeSlice(Modes all, int points) {
    this.all = all;
    columns = Math.min(all.columns().positive(), points / 2);
    positiveRows = Math.min(all.rows().positive(), points / 2);
  }

  public Modes modes() {
    if (isWhole()) {
      return all;
    }
    return all.dimension() == 1 ? Modes.line(columns) : Modes.block(positiveRows, columns);
  }

  public boolean isWhole() {
    return columns == all.columns().positive()
        && (all.dimension() == 1 || positiveRows == all.rows().positive());
  }

  /** The kept part of a tensor {@code [k2(, k1), ...]}; itself if all of it is kept. */
  public Tensor of(Tensor tensor) {
    if (isWhole()) {
      return tensor;
    }
    Tensor kept = tensor.narrow(0, 0, columns);
    if (all.dimension() == 1) {
      return kept;
    }
    // The negative waves next to zero stand at the end of their block.
    return Tensor.cat(
        1,
        kept.narrow(1, 0, positiveRows),
        kept.narrow(1, all.rows().count() - positiveRows, positiveRows));
  }

  /** The kept part of a tensor {@code [k, ...]} whose first axis holds all modes. */
  public Tensor ofFlat(Tensor tensor) {
    if (isWhole() || all.dimension() == 1) {
      return of(tensor);
    }
    long[] shape = tensor.shape();
    long[] split = new long[shape.length + 1];
    split[0] = all.columns().count();
    split[1] = all.rows().count();
    System.arraycopy(shape, 1, split, 2, shape.length - 1);
    shape[0] = modes().count();
    return of(tensor.view(split)).reshape(shape);
  }
}
