package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.StridedConv;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Numbers from a small encoder instead of statistics: two strided convolutions on the periodic
 * training grid (5 wide, every 4th point; 3 wide, every 2nd) with GELU, the mean over space, one
 * linear map.
 */
final class LearnedFeatures implements Features {
  private static final int SIZE = 32;
  private static final int BETWEEN = 16;

  private final StridedConv first;
  private final StridedConv second;
  private final Linear last;

  LearnedFeatures(Parameters parameters, String name, int dimension, int channels) {
    first =
        conv(parameters, name + ".0", new StridedConv.Shape(dimension, channels, BETWEEN, 5, 4));
    second = conv(parameters, name + ".1", new StridedConv.Shape(dimension, BETWEEN, SIZE, 3, 2));
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
  public List<String> fused() {
    return List.of();
  }

  @Override
  public Tensor others(GateInput input) {
    return of(input);
  }

  @Override
  public boolean fuses(Points points) {
    return true;
  }

  @Override
  public Tensor of(GateInput input) {
    Tensor z = GridOperator.swapFirst(input.onTrainingGrid());
    Tensor once = Activations.gelu(first.apply(z));
    Tensor encoded = Activations.gelu(second.apply(once));
    Tensor mean = encoded.mean(LongStream.range(2, encoded.rank()).toArray());
    return last.apply(mean.permute(1, 0).contiguous());
  }
}
