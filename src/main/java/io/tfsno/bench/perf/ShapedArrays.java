package io.tfsno.bench.perf;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.cuda.FusedSpectrum;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.spectral.Modes;
import java.util.Arrays;

/**
 * Arrays of which only the shape counts: every value is the same place in memory.
 *
 * @param fields how fields between layers are stored
 * @param slopes how what a backward pass needs of a GELU is
 */
record ShapedArrays(DType fields, DType slopes) {
  static Tensor of(DType type, long... shape) {
    long[] ones = new long[shape.length];
    Arrays.fill(ones, 1);
    return Tensor.zeros(type, Device.CPU, ones).expand(shape);
  }

  /** A field like another, with other channels. */
  Tensor field(Tensor like, long channels) {
    return like(like, fields, channels);
  }

  /** What is kept of the GELU at a field. */
  Tensor slopes(Tensor like, long channels) {
    return like(like, slopes, channels);
  }

  /** Values of the network's own input or result, which are always float32. */
  static Tensor states(Tensor like, long channels) {
    return like(like, DType.FLOAT32, channels);
  }

  private static Tensor like(Tensor field, DType type, long channels) {
    long[] shape = field.shape();
    shape[0] = channels;
    return of(type, shape);
  }

  /** The lines of a field: in 1D the modes themselves, padded. */
  static Tensor lines(LineGrid grid, Tensor field) {
    long line = FusedSpectrum.lineOf(grid.modes());
    if (grid.modes().dimension() == 1) {
      return of(DType.FLOAT32, line / 2, field.size(0), field.size(1), 2);
    }
    long[] shape = grid.points().shape(field.size(0), field.size(1));
    shape[shape.length - 1] = line;
    return of(DType.FLOAT32, shape);
  }

  static Tensor modes(Modes modes, long channels, long samples) {
    return of(DType.FLOAT32, modes.count(), channels, samples, 2);
  }

  /** Operations of one transform of a field along the last axis. */
  static long transform(LineGrid grid, Tensor field) {
    return 2L * 2 * grid.modes().last().count() * field.count();
  }
}
