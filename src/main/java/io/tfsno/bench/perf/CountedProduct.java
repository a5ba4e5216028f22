package io.tfsno.bench.perf;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.cuda.FusedSpectrum;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.ModeProduct;

/** What a product of modes and the transforms along the first axis move and multiply. */
record CountedProduct(Costs costs, LineGrid grid, SpectralConv spectral) implements ModeProduct {
  @Override
  public Tensor toModes(Tensor lines) {
    if (grid.modes().dimension() == 1) {
      return lines;
    }
    Tensor modes = Shapes.modes(grid.modes(), lines.size(0), lines.size(1));
    addRows(lines, modes);
    return modes;
  }

  @Override
  public Tensor toLines(Tensor modes) {
    if (grid.modes().dimension() == 1) {
      return modes;
    }
    Tensor lines =
        Shapes.of(
            DType.FLOAT32,
            modes.size(1),
            modes.size(2),
            grid.points().at(0),
            FusedSpectrum.lineOf(grid.modes()));
    addRows(modes, lines);
    return lines;
  }

  private void addRows(Tensor from, Tensor to) {
    Tensor modes = from.size(-1) == 2 ? from : to;
    long images = modes.size(1) * modes.size(2);
    long flops = 8L * grid.modes().count() * grid.points().at(0) * images;
    costs.add("rows", Costs.bytes(from), Costs.bytes(to), flops);
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
  public void addWeightGradient(Tensor gradient, Tensor x, SideStream beside) {
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
