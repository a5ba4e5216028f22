package io.tfsno.bench.perf;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.cuda.FusedSpectrum;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.ModeProduct;
import io.tfsno.spectral.Modes;

/** What a product of modes and the transforms along all axes but the last move and multiply. */
record CountedProduct(Costs costs, LineGrid grid, SpectralConv spectral) implements ModeProduct {
  @Override
  public Tensor toModes(Tensor lines) {
    if (grid.modes().dimension() == 1) {
      return lines;
    }
    addRows(lines.size(0), lines.size(1), false);
    return ShapedArrays.modes(grid.modes(), lines.size(0), lines.size(1));
  }

  @Override
  public Tensor toLines(Tensor modes) {
    if (grid.modes().dimension() == 1) {
      return modes;
    }
    addRows(modes.size(1), modes.size(2), true);
    return ShapedArrays.lines(grid, ShapedArrays.of(DType.FLOAT32, modes.size(1), modes.size(2)));
  }

  private void addRows(long channels, long samples, boolean back) {
    Modes modes = grid.modes();
    int columns = modes.last().count();
    long images = channels * samples * (grid.points().cells() / grid.points().last());
    for (int axis = modes.dimension() - 2; axis >= 0; axis--) {
      int points = grid.points().at(axis);
      long rows = Costs.NUMBER * images * FusedSpectrum.lineOf(columns);
      images /= points;
      columns *= modes.axis(axis).count();
      int numbers = axis == 0 ? 2 * columns : FusedSpectrum.lineOf(columns);
      long ofModes = Costs.NUMBER * images * numbers;
      long flops = 8L * columns * points * images;
      costs.add("rows", back ? ofModes : rows, back ? rows : ofModes, flops);
    }
  }

  @Override
  public Tensor mix(Tensor x) {
    costs.add("mode product", Costs.bytes(x) + weights(), Costs.bytes(x), flops(x));
    return x;
  }

  @Override
  public Tensor mixBack(Tensor gradient) {
    return mix(gradient);
  }

  @Override
  public void addWeightGradient(Tensor gradient, Tensor x, SideStream side) {
    long read = Costs.bytes(gradient, x) + weights();
    costs.add("mode gradient", read, weights(), flops(x));
  }

  /** Bytes of complex weights: as many channels go out as come in. */
  long weights() {
    return 2L * grid.modes().count() * spectral.in() * spectral.in() * Costs.NUMBER;
  }

  /** Operations of one product of all modes. */
  long flops(Tensor x) {
    return 8L * grid.modes().count() * spectral.in() * spectral.in() * x.size(2);
  }
}
