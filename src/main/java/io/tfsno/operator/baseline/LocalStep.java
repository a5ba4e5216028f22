package io.tfsno.operator.baseline;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Convolution;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Margins;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.fused.TapMap;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * One explicit Euler step with a learnt right-hand side that looks at neighbours only, on fields
 * {@code [sample, channel, x(, y, z)]}:
 *
 * <pre>
 *   S  = stencil * U + b                       convolution; U wraps around, walls mirror it
 *   U <- U + dt C ( sigmoid(W S + g) S )       W and C act on channels
 * </pre>
 *
 * The gate is the only nonlinearity. dt multiplies C before C is applied, which saves a pass over
 * the field.
 */
final class LocalStep {
  private final ConvLayer stencil;
  private final ConvLayer gate;
  private final ConvLayer fuse;
  private final TimeStep dt;
  private final Constants constants;
  private final Grid grid;
  private final FinoSpec spec;

  LocalStep(
      Parameters parameters,
      Constants constants,
      String name,
      FinoSpec spec,
      Grid grid,
      int channels) {
    this.grid = grid;
    int dimension = grid.dimension();
    this.constants = constants;
    this.spec = spec;
    stencil =
        new ConvLayer(parameters, name + ".stencil", dimension, channels, channels, spec.stencil());
    gate = new ConvLayer(parameters, name + ".gate", dimension, channels, channels, 1);
    fuse = ConvLayer.withoutBias(parameters, name + ".fuse", dimension, channels, channels);
    dt = new TimeStep(parameters, name + ".dt", 1, spec.positiveDt());
  }

  Tensor apply(Tensor u) {
    Tensor s =
        grid.periodic()
            ? Convolution.periodic(u, kernel(), stencil.bias(), 1)
            : Convolution.inside(surrounded(u), kernel(), stencil.bias(), 1);
    Tensor gated = Activations.sigmoid(gate.apply(s)).mul(s);
    return u.add(Convolution.inside(gated, fuse.weight().mul(dt.value()), null, 1));
  }

  /** The same in parts, for free time steps and stencils. */
  FinoMaps.Step inParts(Points points) {
    return new FinoMaps.Step(
        stencil.inParts(null, points, TapMap.End.PLAIN),
        gate.inParts(null, points, TapMap.End.GATE),
        fuse.inParts(dt, points, TapMap.End.STEP));
  }

  private Tensor surrounded(Tensor u) {
    Margins margins = new Margins(constants);
    Tensor wider = u;
    for (int a = 0; a < grid.dimension(); a++) {
      Margins.Rule rule = grid.axis(a).periodic() ? Margins.Rule.WRAP : Margins.Rule.MIRROR;
      wider = margins.add(wider, 2 + a, spec.stencil() / 2, rule);
    }
    return wider;
  }

  private Tensor kernel() {
    Tensor kernel = stencil.weight();
    if (!spec.zeroSum()) {
      return kernel;
    }
    Tensor sums = kernel.sum(LongStream.range(2, kernel.rank()).toArray());
    long[] one = kernel.shape();
    Arrays.fill(one, 2, one.length, 1);
    return kernel.sub(sums.view(one).mul(centre(kernel)));
  }

  /** One at the centre of the stencil, zero elsewhere. */
  private Tensor centre(Tensor kernel) {
    int dimension = kernel.rank() - 2;
    return constants.tensor(
        "centre of a stencil",
        kernel.device(),
        () -> {
          double[] values = new double[(int) Math.pow(spec.stencil(), dimension)];
          values[values.length / 2] = 1;
          long[] shape = new long[2 + dimension];
          Arrays.fill(shape, spec.stencil());
          shape[0] = shape[1] = 1;
          return Tensor.of(values, shape);
        });
  }
}
