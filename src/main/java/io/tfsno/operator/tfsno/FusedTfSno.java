package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.Linear;
import io.tfsno.nn.fused.Head;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.Parts;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.Resize;
import io.tfsno.nn.fused.Tape;
import io.tfsno.nn.fused.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of {@link TfSno} in parts. A skip and what comes up from the coarser level are
 * written side by side into one field, which the level's join then reads.
 */
final class FusedTfSno implements Program {
  private final List<FusedAsob> blocks;
  private final List<Resize> shrink = new ArrayList<>();
  private final List<Resize> grow = new ArrayList<>();
  private final Layer lift0;
  private final Layer lift1;
  private final List<Layer> down = new ArrayList<>();
  private final List<Layer> up = new ArrayList<>();
  private final List<Layer> join = new ArrayList<>();
  private final Head head;
  private final int turn;

  /** The maps over channels between the blocks. */
  record Maps(
      Linear lift0,
      Linear lift1,
      List<Linear> down,
      List<Linear> up,
      List<Linear> join,
      Linear head0,
      Linear head1) {}

  /**
   * @param grids of the levels, finest first
   * @param afterBlock how a map is joined to the block before it
   */
  FusedTfSno(
      Parts parts,
      List<LineGrid> grids,
      List<FusedAsob> blocks,
      Maps maps,
      FourierResize resize,
      Joint... afterBlock) {
    this.blocks = blocks;
    turn = maps.down.size();
    lift0 = parts.layer(grids.get(0), maps.lift0, Joint.FROM_STATES, Joint.ACTIVE);
    lift1 = parts.layer(grids.get(0), maps.lift1, Joint.AFTER_GELU, Joint.GIVES_LINES);
    for (int level = 0; level < turn; level++) {
      LineGrid fine = grids.get(level);
      LineGrid coarse = grids.get(level + 1);
      down.add(parts.layer(coarse, maps.down.get(level), Joint.GIVES_LINES));
      up.add(parts.layer(coarse, maps.up.get(level), afterBlock));
      join.add(parts.layer(fine, maps.join.get(level), Joint.GIVES_LINES));
      shrink.add(parts.resize(resize, fine.points().last(), coarse.points().last()));
      grow.add(parts.resize(resize, coarse.points().last(), fine.points().last()));
    }
    head = parts.head(maps.head0, maps.head1);
  }

  @Override
  public Tensor forward(Tape tape, Value u, Tensor given) {
    Value z = tape.layer(lift1, tape.layer(lift0, u));
    return tape.head(head, turn > 0 ? throughLevels(tape, z, given) : inRow(tape, z, given));
  }

  private Value inRow(Tape tape, Value first, Tensor given) {
    Value z = first;
    for (FusedAsob block : blocks) {
      z = block.forward(tape, z, given, null);
    }
    return z;
  }

  private Value throughLevels(Tape tape, Value first, Tensor given) {
    List<Tensor> joined = new ArrayList<>();
    List<Value> skips = new ArrayList<>();
    Value z = first;
    for (int level = 0; level < turn; level++) {
      joined.add(twice(z.field()));
      Tensor half = joined.get(level).narrow(0, z.field().size(0), z.field().size(0));
      skips.add(blocks.get(level).forward(tape, z, given, half));
      z = tape.layer(down.get(level), tape.resized(shrink.get(level), skips.get(level)));
    }
    z = blocks.get(turn).forward(tape, z, given, null);
    for (int level = turn - 1; level >= 0; level--) {
      Value raised = tape.layer(up.get(level), z);
      Value both = tape.sideBySide(grow.get(level), raised, skips.get(level), joined.get(level));
      z = tape.layer(join.get(level), both);
      z = blocks.get(2 * turn - level).forward(tape, z, given, null);
    }
    return z;
  }

  /** Room for what comes up and the skip. */
  private static Tensor twice(Tensor field) {
    long[] shape = field.shape();
    shape[0] *= 2;
    return Tensor.empty(field.type(), field.device(), shape);
  }
}
