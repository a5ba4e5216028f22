package io.tfsno.bench.perf;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.Linear;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.cuda.FusedLayer;
import io.tfsno.nn.fused.Head;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.LinesBack;
import io.tfsno.nn.fused.Local;
import io.tfsno.nn.fused.ModeProduct;
import io.tfsno.nn.fused.Parts;
import io.tfsno.nn.fused.Resize;
import io.tfsno.operator.tfsno.cuda.GateParts;
import io.tfsno.operator.tfsno.cuda.GatedProduct;

/**
 * Parts that compute nothing: they pass on arrays of the right shapes, and note what kernels in
 * their place read, write and multiply. Padding of sizes to those of tiles is left out of
 * operations, but not of arrays that are stored padded.
 */
record CountedParts(ShapedArrays shapes, Chip chip, Costs costs) implements Parts {
  @Override
  public Layer layer(LineGrid grid, Linear map, Local local, Joint... joints) {
    if (!FusedLayer.fits(map.out())) {
      throw new UserError(
          "widths for which there are hand-written kernels, for a roofline",
          Integer.toString(map.out()),
          "Measure the time instead.");
    }
    return new CountedLayer(this, grid, map, local, joints);
  }

  @Override
  public LinesBack linesBack(LineGrid grid, int channels) {
    return (gradient, sum) -> {
      Layer.Result found = new Layer.Result(null, gradient, ShapedArrays.lines(grid, gradient));
      costs.add(
          "layer back",
          Costs.bytes(gradient),
          Costs.bytes(found.lines()),
          ShapedArrays.transform(grid, gradient));
      return found;
    };
  }

  @Override
  public LinesBack slope(LineGrid grid, int channels, boolean gained) {
    return (gradient, sum) -> {
      Tensor ofSum = shapes.field(gradient, gained ? 2L * channels : channels);
      Layer.Result found = new Layer.Result(null, ofSum, ShapedArrays.lines(grid, gradient));
      costs.add(
          "layer back",
          Costs.bytes(gradient, sum),
          Costs.bytes(found.field(), found.lines()),
          ShapedArrays.transform(grid, gradient));
      return found;
    };
  }

  @Override
  public ModeProduct product(LineGrid grid, SpectralConv spectral) {
    return new CountedProduct(costs, grid, spectral);
  }

  /** TF-SNO's own part. */
  GatedProduct gate(LineGrid grid, SpectralConv spectral, GateParts gate) {
    return new CountedGate(costs, grid, spectral, gate);
  }

  @Override
  public Resize resize(FourierResize plain, int from, int to) {
    return new CountedResize(costs, plain, from, to);
  }

  @Override
  public Head head(Linear first, Linear second) {
    return new CountedHead(this, first, second);
  }
}
