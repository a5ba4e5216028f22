package io.tfsno.bench.perf;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.operator.tfsno.cuda.FusedGate;
import io.tfsno.operator.tfsno.cuda.GateParts;
import io.tfsno.operator.tfsno.cuda.GatedProduct;

/** What the kernels of a gate move and multiply. */
final class CountedGate implements GatedProduct {
  private final Costs costs;
  private final CountedProduct product;
  private final boolean looks;
  private final boolean detached;
  private final long hidden;
  private final long channels;
  private final long modes;

  CountedGate(Costs costs, LineGrid grid, SpectralConv spectral, GateParts gate) {
    if (gate.others() != null || gate.middle() != null || gate.spread() != null) {
      throw new UserError(
          "a gate all of whose steps have hand-written kernels, for a roofline",
          "one with steps that libtorch computes",
          "Measure the time instead.");
    }
    this.costs = costs;
    product = new CountedProduct(costs, grid, spectral);
    looks = FusedGate.looks(grid, spectral.in());
    detached = gate.detached();
    hidden = gate.hidden();
    channels = spectral.in();
    modes = grid.modes().count();
  }

  /** Bytes of a number for each mode and sample. */
  private long perMode(Tensor x) {
    return modes * x.size(2) * Costs.NUMBER;
  }

  /** Bytes of what is kept of the values of each channel and sample. */
  private long moments(Tensor x) {
    return FusedGate.MOMENTS * channels * x.size(2) * Costs.NUMBER;
  }

  /** Bytes of the last layer of MetaNet. */
  private long last() {
    return modes * channels * (hidden + 1) * Costs.NUMBER;
  }

  /** Operations of that layer. */
  private long net(Tensor x) {
    return 2 * modes * channels * hidden * x.size(2);
  }

  @Override
  public Passed forward(Tensor z, Tensor x, Tensor given, boolean taping) {
    long seen = Costs.bytes(z, x);
    if (looks) {
      costs.add("statistics", seen, moments(x), 0);
    } else {
      costs.add("statistics", seen, moments(x) + perMode(x), 0);
      costs.add("statistics", moments(x) + perMode(x), 0, 0);
    }
    costs.add(
        "gated product",
        Costs.bytes(x) + product.weights() + last(),
        2 * Costs.bytes(x) + channels * perMode(x),
        product.flops(x) + net(x));
    return new Counted(z, x);
  }

  private final class Counted implements Passed {
    private final Tensor z;
    private final Tensor x;

    Counted(Tensor z, Tensor x) {
      this.z = z;
      this.x = x;
    }

    @Override
    public Tensor result() {
      return x;
    }

    @Override
    public Tensor backward(Tensor gradient, SideStream side) {
      long gates = channels * perMode(x);
      long ofHidden = hidden * perMode(x);
      long before = 2 * Costs.bytes(x) + gates + last();
      costs.add("gate back", before, Costs.bytes(x) + gates + ofHidden, net(x));
      product.addWeightGradient(gradient, x, side);
      costs.add("gate back", ofHidden, perMode(x), 0);
      costs.add("gate back", gates + last(), last(), net(x));
      if (detached) {
        return product.mixBack(gradient);
      }
      long read = 2 * Costs.bytes(x) + product.weights() + perMode(x);
      costs.add("gated product", read, Costs.bytes(x), product.flops(x));
      return x;
    }

    @Override
    public void addValueGradient(Tensor ofField) {
      if (!detached) {
        costs.add("statistics back", Costs.bytes(z, ofField) + moments(x), Costs.bytes(ofField), 0);
      }
    }
  }
}
