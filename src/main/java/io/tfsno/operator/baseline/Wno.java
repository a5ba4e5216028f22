package io.tfsno.operator.baseline;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Linear;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Pass;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;

/**
 * The wavelet neural operator (Tripura and Chakraborty 2022):
 *
 * <pre>
 *   v_0     = P u
 *   v_{l+1} = Mish( K_l v_l + W_l v_l )       no Mish after the last layer
 *   u'      = Q_1 GELU( Q_0 v_L )
 * </pre>
 *
 * P, W, Q act on channels at every point alike; K_l multiplies each of the coarsest wavelet
 * coefficients by a matrix of its own, see {@link WaveletKernel}. The weights belong to places: a
 * shifted state has no shifted answer. They mean the same function on a grid that is doubled, where
 * one more level leads to the same coefficients.
 */
final class Wno extends GridOperator {
  private final Linear lift;
  private final List<Layer> layers = new ArrayList<>();
  private final Linear head0;
  private final Linear head1;

  private record Layer(WaveletKernel kernel, Linear pointwise) {
    Tensor apply(Tensor v) {
      Tensor sum = pointwise.apply(v);
      kernel.add(sum, v);
      return sum;
    }
  }

  Wno(WnoSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    int width = spec.width();
    lift = new Linear(parameters, "lift", inputChannels(), width);
    for (int l = 0; l < spec.layers(); l++) {
      String name = "layers." + l;
      layers.add(
          new Layer(
              new WaveletKernel(parameters, constants, name + ".kernel", spec, shape),
              new Linear(parameters, name + ".pointwise", width, width)));
    }
    head0 = new Linear(parameters, "head.0", width, spec.head());
    head1 =
        spec.predictDelta()
            ? Linear.zero(parameters, "head.1", spec.head(), shape.channels())
            : new Linear(parameters, "head.1", spec.head(), shape.channels());
  }

  @Override
  protected Tensor network(Tensor u, Pass pass) {
    Tensor v = lift.apply(u);
    for (Layer layer : layers.subList(0, layers.size() - 1)) {
      v = Activations.mish(layer.apply(v));
    }
    v = layers.get(layers.size() - 1).apply(v);
    return head1.apply(Activations.gelu(head0.apply(v)));
  }

  @Override
  public boolean runsOn(Points points) {
    int times = points.last() / shape().points().last();
    return Integer.bitCount(times) == 1 && points.equals(shape().points().map(n -> n * times));
  }
}
