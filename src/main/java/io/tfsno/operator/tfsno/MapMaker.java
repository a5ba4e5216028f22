package io.tfsno.operator.tfsno;

import io.tfsno.nn.Linear;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.tfsno.bound.ChannelMap;
import io.tfsno.operator.tfsno.bound.IsometricStart;
import io.tfsno.operator.tfsno.bound.IsometricStart.Start;
import io.tfsno.operator.tfsno.bound.NormBounds;
import io.tfsno.operator.tfsno.bound.StepNorms;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Declares the maps between blocks, free or bounded. All have the same bound but the last, which
 * gets what is left of the bound of a whole step.
 */
final class MapMaker {
  private final Parameters parameters;
  private final TfSnoSpec spec;
  private final int fields;
  private final double outside;

  /**
   * @param fields of the state
   * @param outside how much what surrounds the network adds to the amplification of a change
   */
  MapMaker(Parameters parameters, TfSnoSpec spec, int fields, double outside) {
    this.parameters = parameters;
    this.spec = spec;
    this.fields = fields;
    this.outside = outside;
  }

  /** The first map, bounded as a map of the state: what else it is given stays the same. */
  ChannelMap lift(int in, int width) {
    Linear linear = linear("lift.0", in, width, b -> IsometricStart.lift(b, in, width, fields));
    return new ChannelMap(linear, bounds("lift.0", fields, ofEach()), fields);
  }

  ChannelMap between(String name, int in, int out) {
    return map(name, in, out, b -> IsometricStart.between(b, in, out));
  }

  ChannelMap join(String name, int fine) {
    return map(name, 2 * fine, fine, b -> IsometricStart.join(b, fine));
  }

  ChannelMap copies(String name, int in, int out) {
    return map(name, in, out, b -> IsometricStart.copies(b, in, out));
  }

  /**
   * The last map, which starts at zero where the network gives a change of the state.
   *
   * @param out as many as there are fields, or fluxes of them
   */
  ChannelMap last(int in, int width, int out) {
    String name = "head.1";
    Linear linear =
        spec.predictDelta()
            ? Linear.zero(parameters, name, in, out)
            : linear(name, in, out, b -> IsometricStart.gather(ofLast(), in, width, fields));
    return new ChannelMap(linear, bounds(name, in, ofLast()));
  }

  private ChannelMap map(String name, int in, int out, DoubleFunction<Start> start) {
    return new ChannelMap(linear(name, in, out, start), bounds(name, in, ofEach()));
  }

  private Linear linear(String name, int in, int out, DoubleFunction<Start> start) {
    if (!spec.boundsStep()) {
      return new Linear(parameters, name, in, out);
    }
    Start first = start.apply(ofEach());
    return new Linear(parameters, name, in, out, first.weight(), first.bias());
  }

  private NormBounds bounds(String name, int columns, double bound) {
    return isBounded() ? spec.bounds(parameters, name, bound, 1, columns) : null;
  }

  private boolean isBounded() {
    return spec.contraction() != null && spec.contraction().boundsMaps();
  }

  private double ofEach() {
    return isBounded() ? spec.contraction().ofMaps() : Double.NaN;
  }

  private double ofLast() {
    if (!spec.boundsStep()) {
      return ofEach();
    }
    int skips = spec.multiscale() ? spec.levels() - 1 : 0;
    double head = StepNorms.layers(ofEach(), 1);
    List<Double> blocks =
        IntStream.range(0, spec.blocks())
            .mapToObj(i -> spec.contraction().ofBlock(spec.gate().isIn(i)))
            .toList();
    double before = outside * StepNorms.uniform(ofEach(), skips, head).step(blocks);
    return spec.contraction().step() / before;
  }
}
