package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.StridedConv;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.tfsno.cuda.GateParts;
import java.util.List;

/**
 * 32 numbers from a small encoder instead of statistics: two strided convolutions on the periodic
 * grid (5 wide, every 4th point; 3 wide, every 2nd) with GELU, the mean over space, one linear map.
 */
final class LearnedFeatures implements Features {
  private static final int SIZE = 32;

  private final StridedConv first;
  private final StridedConv second;
  private final Linear last;

  LearnedFeatures(Parameters parameters, String name, int dimension, int channels) {
    first = conv(parameters, name + ".0", new StridedConv.Shape(dimension, channels, 16, 5, 4));
    second = conv(parameters, name + ".1", new StridedConv.Shape(dimension, 16, SIZE, 3, 2));
    last = new Linear(parameters, name + ".2", SIZE, SIZE);
  }

  private static StridedConv conv(Parameters parameters, String name, StridedConv.Shape shape) {
    Initialiser start = Initialiser.linear(shape.inputs());
    return new StridedConv(parameters, name, shape, start, start);
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public List<Statistic> basic() {
    return List.of();
  }

  @Override
  public GateParts.Source others() {
    return this::of;
  }

  @Override
  public Tensor of(Tensor z, Tensor x) {
    Tensor once = Activations.gelu(first.apply(GridOperator.swapFirst(z)));
    Tensor encoded = Activations.gelu(second.apply(once));
    Tensor mean = encoded.rank() == 3 ? encoded.mean(2) : encoded.mean(2, 3);
    return last.apply(mean.permute(1, 0).contiguous());
  }
}
