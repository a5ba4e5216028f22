package io.tfsno.operator.baseline;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.GroupNorm;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Pass;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The U-Net of PDEArena (Gupta and Brandstetter 2022), "modern" in their comparison: residual
 * blocks with group normalisation on halving grids, and every intermediate result of the way down
 * as a skip on the way up. Written here for two levels with one block each:
 *
 * <pre>
 *   s0 = lift(u)                                           N
 *   s1 = block s0                                          N
 *   s2 = halving(s1)                                       N/2
 *   s3 = block s2                                          N/2
 *   m  = block block s3                                    N/2
 *   m  = block [ block [ m, s3 ], s2 ]                     N/2
 *   x  = block [ block [ doubling(m), s1 ], s0 ]           N
 *   u' = head GELU( norm x )                               head zero with predictDelta
 * </pre>
 *
 * Blocks are {@link UnetBlock}s; lift, halving and head are convolutions 3 points wide, doubling a
 * transposed one 4 points wide. It differs from PDEArena's in that convolutions wrap around along
 * periodic axes (theirs see zeros everywhere, as ours do past walls), in that all normalisations
 * have the same groups (theirs 1 in blocks and 8 before the head), and in its size: one block per
 * level, and channels that double from level to level as in PDEBench's U-Net, which is the form of
 * 2015 with pooling, batch normalisation and tanh. There is no attention. Kernels are tied to the
 * grid spacing: this operator runs on the grid it was made for.
 */
final class Unet extends GridOperator {
  private final UnetConv lift;
  private final List<List<UnetBlock>> down = new ArrayList<>();
  private final List<UnetConv> halving = new ArrayList<>();
  private final List<UnetBlock> middle = new ArrayList<>();
  private final List<List<UnetBlock>> up = new ArrayList<>();
  private final List<UnetConv> doubling = new ArrayList<>();
  private final GroupNorm norm;
  private final UnetConv head;

  Unet(UnetSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    Grid grid = shape.grid();
    List<Integer> channels = spec.channels();
    int last = spec.levels() - 1;
    int now = channels.get(0);
    Deque<Integer> skips = new ArrayDeque<>(List.of(now));
    lift = UnetConv.same(parameters, "lift", grid, inputChannels(), now);
    for (int level = 0; level <= last; level++) {
      List<UnetBlock> stage = new ArrayList<>();
      for (int b = 0; b < spec.blocks(); b++) {
        stage.add(block("down.%d.%d".formatted(level, b), now, channels.get(level)));
        now = channels.get(level);
        skips.push(now);
      }
      down.add(stage);
      if (level < last) {
        halving.add(UnetConv.halving(parameters, "halving." + level, grid, now));
        skips.push(now);
      }
    }
    middle.add(block("middle.0", now, now));
    middle.add(block("middle.1", now, now));
    for (int level = last; level >= 0; level--) {
      List<UnetBlock> stage = new ArrayList<>();
      for (int b = 0; b <= spec.blocks(); b++) {
        // The last block of a level has the channels of the next finer one.
        int out = channels.get(b < spec.blocks() ? level : Math.max(level - 1, 0));
        stage.add(block("up.%d.%d".formatted(level, b), now + skips.pop(), out));
        now = out;
      }
      up.add(0, stage);
      if (level > 0) {
        doubling.add(0, UnetConv.doubling(parameters, "doubling." + (level - 1), grid, now));
      }
    }
    norm = new GroupNorm(parameters, "head.norm", spec.groups(), now);
    head =
        spec.predictDelta()
            ? UnetConv.zero(parameters, "head", grid, now, shape.channels())
            : UnetConv.same(parameters, "head", grid, now, shape.channels());
  }

  private UnetBlock block(String name, int in, int out) {
    return new UnetBlock(parameters, name, shape().grid(), ((UnetSpec) spec()).groups(), in, out);
  }

  @Override
  protected Tensor network(Tensor u, Pass pass) {
    Deque<Tensor> skips = new ArrayDeque<>();
    Tensor v = lift.apply(swapFirst(u));
    skips.push(v);
    for (int level = 0; level < down.size(); level++) {
      for (UnetBlock block : down.get(level)) {
        v = block.apply(v);
        skips.push(v);
      }
      if (level < halving.size()) {
        v = halving.get(level).apply(v);
        skips.push(v);
      }
    }
    for (UnetBlock block : middle) {
      v = block.apply(v);
    }
    for (int level = up.size() - 1; level >= 0; level--) {
      for (UnetBlock block : up.get(level)) {
        v = block.apply(Tensor.cat(1, v, skips.pop()));
      }
      if (level > 0) {
        v = doubling.get(level - 1).apply(v);
      }
    }
    return swapFirst(head.apply(Activations.gelu(norm.apply(v))));
  }

  @Override
  public boolean runsOn(Points points) {
    return points.equals(shape().points());
  }
}
