package io.tfsno.operator.tfsno;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.Linear;
import io.tfsno.nn.cuda.FusedHead;
import io.tfsno.nn.cuda.FusedLayer;
import io.tfsno.nn.cuda.FusedLayer.Joint;
import io.tfsno.nn.cuda.FusedResize;
import io.tfsno.nn.cuda.FusedSlope;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of {@link TfSno} on a GPU, forward and back, in hand-written kernels. A skip and what
 * comes up from the coarser level are written side by side into one field, which the level's join
 * then reads.
 */
final class FusedTfSno {
  private final List<FusedAsob> blocks;
  private final List<FusedResize> shrink = new ArrayList<>();
  private final List<FusedResize> grow = new ArrayList<>();
  private final FusedLayer lift0;
  private final FusedLayer lift1;
  private final List<FusedLayer> down = new ArrayList<>();
  private final List<FusedLayer> up = new ArrayList<>();
  private final List<FusedLayer> join = new ArrayList<>();
  private final List<FusedSlope> slopes = new ArrayList<>();
  private final FusedHead head;
  private final List<Integer> widths;
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
   * @param points of the finest grid
   */
  FusedTfSno(
      List<FusedAsob> blocks, Maps maps, FourierResize resize, List<Integer> widths, int points) {
    this.blocks = blocks;
    this.widths = widths;
    turn = maps.down.size();
    GpuPath path = blocks.get(0).spectrum().path();
    lift0 = new FusedLayer(blocks.get(0).spectrum(), maps.lift0, Joint.FROM_STATES, Joint.ACTIVE);
    lift1 =
        new FusedLayer(blocks.get(0).spectrum(), maps.lift1, Joint.AFTER_GELU, Joint.GIVES_LINES);
    for (int level = 0; level <= turn; level++) {
      slopes.add(new FusedSlope(blocks.get(level).spectrum(), widths.get(level)));
    }
    for (int level = 0; level < turn; level++) {
      FusedAsob fine = blocks.get(level);
      FusedAsob coarse = blocks.get(level + 1);
      down.add(new FusedLayer(coarse.spectrum(), maps.down.get(level), Joint.GIVES_LINES));
      up.add(
          new FusedLayer(
              coarse.spectrum(), maps.up.get(level), Joint.AFTER_GELU, Joint.GIVES_LINES_BACK));
      join.add(new FusedLayer(fine.spectrum(), maps.join.get(level), Joint.GIVES_LINES));
      shrink.add(new FusedResize(resize, points >> level, points >> (level + 1), path));
      grow.add(new FusedResize(resize, points >> (level + 1), points >> level, path));
    }
    head = new FusedHead(maps.head0, maps.head1, path);
  }

  /**
   * @param given what gates see in addition to the field, {@code [number, sample]}; null for
   *     nothing
   */
  Tensor network(Tensor u, Tensor given) {
    Tensor x = u.contiguous();
    Trace trace = new Trace(x, given, Autograd.recording());
    Tensor out;
    try (Autograd.Mode off = Autograd.off()) {
      out = turn > 0 ? trace.throughLevels() : trace.inRow();
    }
    return CustomGradient.program(out, x, gradient -> trace.backward(gradient.contiguous()));
  }

  /** One pass, with what its way back needs. */
  private final class Trace {
    private final Tensor u;
    private final Tensor given;
    private final boolean recording;
    private final FusedLayer.Result lifted;
    private final FusedAsob.Passed[] passed = new FusedAsob.Passed[blocks.size()];
    private final Tensor[] shrunk = new Tensor[turn];
    private final Tensor[] joined = new Tensor[turn];

    Trace(Tensor u, Tensor given, boolean recording) {
      this.u = u;
      this.given = given;
      this.recording = recording;
      try (Autograd.Mode off = Autograd.off()) {
        lifted = lift0.forward(u, null, recording);
      }
    }

    Tensor inRow() {
      FusedLayer.Result z = lift1.forward(lifted.field(), null, false);
      for (int i = 0; i < blocks.size(); i++) {
        passed[i] = blocks.get(i).forward(z, given, recording, null);
        z = passed[i].output();
      }
      return head.forward(z.field());
    }

    Tensor throughLevels() {
      FusedLayer.Result z = lift1.forward(lifted.field(), null, false);
      for (int level = 0; level < turn; level++) {
        joined[level] = sideBySide(level, z.field());
        passed[level] =
            blocks.get(level).forward(z, given, recording, skipHalf(level, joined[level]));
        shrunk[level] = shrink.get(level).of(passed[level].field());
        z = down.get(level).forward(shrunk[level], null, false);
      }
      passed[turn] = blocks.get(turn).forward(z, given, recording, null);
      for (int level = turn - 1; level >= 0; level--) {
        int last = 2 * turn - level;
        Tensor raised = up.get(level).forward(passed[last - 1].field(), null, false).field();
        grow.get(level).write(upHalf(level, joined[level]), raised);
        z = join.get(level).forward(joined[level], null, false);
        passed[last] = blocks.get(last).forward(z, given, recording, null);
      }
      return head.forward(passed[2 * turn].field());
    }

    /** Room for what comes up and the skip. */
    private Tensor sideBySide(int level, Tensor like) {
      long[] shape = like.shape();
      shape[0] = 2L * widths.get(level);
      return Tensor.empty(like.type(), like.device(), shape);
    }

    private Tensor upHalf(int level, Tensor both) {
      return both.narrow(0, 0, widths.get(level));
    }

    private Tensor skipHalf(int level, Tensor both) {
      return both.narrow(0, widths.get(level), widths.get(level));
    }

    /** Adds the gradients of all parameters; gives that of u, or null where it has none. */
    Tensor backward(Tensor gradient) {
      SideStream beside = SideStream.of(u.device());
      int last = blocks.size() - 1;
      Tensor ofLast = head.backward(gradient, passed[last].field(), beside);
      Tensor ofLifted = turn > 0 ? backThroughLevels(ofLast, beside) : backInRow(ofLast, beside);
      lift1.addParameterGradient(ofLifted, lifted.field(), beside);
      Tensor g = lift1.backward(ofLifted, null, lifted.sum()).field();
      lift0.addParameterGradient(g, u, beside);
      Tensor back = u.needsGradient() ? lift0.backward(g, null, null).field() : null;
      beside.join();
      return back;
    }

    private Tensor backInRow(Tensor ofLast, SideStream beside) {
      Tensor g = ofLast;
      for (int i = blocks.size() - 1; i >= 0; i--) {
        FusedLayer.Result sum = slopes.get(0).backward(g, passed[i].sum());
        g = blocks.get(i).backward(passed[i], sum, beside);
      }
      return g;
    }

    private Tensor backThroughLevels(Tensor ofLast, SideStream beside) {
      Tensor[] ofJoined = new Tensor[turn];
      FusedLayer.Result g = slopes.get(0).backward(ofLast, passed[2 * turn].sum());
      for (int level = 0; level < turn; level++) {
        int block = 2 * turn - level;
        Tensor ofInput = blocks.get(block).backward(passed[block], g, beside);
        join.get(level).addParameterGradient(ofInput, joined[level], beside);
        ofJoined[level] = join.get(level).backward(ofInput, null, null).field();
        FusedAsob.Passed below = passed[block - 1];
        Tensor ofRaised = grow.get(level).back(upHalf(level, ofJoined[level]));
        up.get(level).addParameterGradient(ofRaised, below.field(), beside);
        g = up.get(level).backward(ofRaised, null, below.sum());
      }
      Tensor ofInput = blocks.get(turn).backward(passed[turn], g, beside);
      for (int level = turn - 1; level >= 0; level--) {
        down.get(level).addParameterGradient(ofInput, shrunk[level], beside);
        Tensor ofShrunk = down.get(level).backward(ofInput, null, null).field();
        Tensor ofSkip = skipHalf(level, ofJoined[level]);
        shrink.get(level).addBack(ofSkip, ofShrunk);
        g = slopes.get(level).backward(ofSkip, passed[level].sum());
        ofInput = blocks.get(level).backward(passed[level], g, beside);
      }
      return ofInput;
    }
  }
}
