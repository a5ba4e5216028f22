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
 * The U-shaped neural operator (Rahman et al. 2023): spectral blocks that change the grid, with
 * more channels on coarser ones.
 *
 * <pre>
 *   a  = GELU( lift_0 u )                         w/2 channels    N
 *   e0 = GELU( lift_1 a )                         w               N
 *   e1 = block_0 e0                               2w              N/2
 *   e2 = block_1 e1                               4w              N/4
 *   e3 = block_2 e2                               8w              N/8
 *   m  = block_3 e3                               8w              N/8
 *   d2 = block_4 m                                4w              N/4
 *   d1 = block_5 [ d2, e2 ]                       2w              N/2
 *   d0 = block_6 [ d1, e1 ]                       w               N
 *   y  = GELU( head_0 [ d0, e0 ] )                3w              N
 *   u' = head_1 [ y, a ]
 * </pre>
 *
 * Grids are fractions of N, rounded up, and weights belong to wave numbers, so it runs on any N.
 */
final class Uno extends GridOperator {
  private static final int[] CHANNELS_IN = {1, 2, 4, 8, 8, 8, 4};
  private static final int[] CHANNELS_OUT = {2, 4, 8, 8, 4, 2, 1};

  private final Linear lift0;
  private final Linear lift1;
  private final List<UnoBlock> blocks = new ArrayList<>();
  private final Linear head0;
  private final Linear head1;

  Uno(UnoSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    int w = spec.width();
    lift0 = new Linear(parameters, "lift.0", inputChannels(), w / 2);
    lift1 = new Linear(parameters, "lift.1", w / 2, w);
    for (int i = 0; i < UnoSpec.BLOCKS; i++) {
      blocks.add(
          new UnoBlock(
              parameters,
              constants,
              "blocks." + i,
              CHANNELS_IN[i] * w,
              CHANNELS_OUT[i] * w,
              spec.modes().get(i).half(shape.dimension()),
              spec.init()));
    }
    head0 = new Linear(parameters, "head.0", 2 * w, 3 * w);
    head1 =
        spec.predictDelta()
            ? Linear.zero(parameters, "head.1", 3 * w + w / 2, shape.channels())
            : new Linear(parameters, "head.1", 3 * w + w / 2, shape.channels());
  }

  @Override
  protected Tensor network(Tensor u, Pass pass) {
    Points n = points(u);
    Tensor a = Activations.gelu(lift0.apply(u));
    Tensor e0 = Activations.gelu(lift1.apply(a));
    Tensor e1 = blocks.get(0).apply(e0, n.halved(1));
    Tensor e2 = blocks.get(1).apply(e1, n.halved(2));
    Tensor e3 = blocks.get(2).apply(e2, n.halved(3));
    Tensor m = blocks.get(3).apply(e3, n.halved(3));
    Tensor d2 = blocks.get(4).apply(m, n.halved(2));
    Tensor d1 = blocks.get(5).apply(d2, e2, n.halved(1));
    Tensor d0 = blocks.get(6).apply(d1, e1, n);
    Tensor y = Activations.gelu(head0.applyToBoth(d0, e0));
    return head1.applyToBoth(y, a);
  }

  UnoBlock block(int index) {
    return blocks.get(index);
  }

  @Override
  public boolean runsOn(Points points) {
    return UnoSpec.fits(points);
  }
}
