package io.tfsno.operator.baseline;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.fused.Head;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.TapMap;
import io.tfsno.nn.fused.TapPass;
import io.tfsno.nn.fused.Tape;
import io.tfsno.nn.fused.Taps;
import io.tfsno.nn.fused.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of {@link Fino} on periodic lines or planes, with its backward pass. Fields are
 * {@code [channel, sample, point]}. In the letters of {@link LocalStep}, with {@code G = sigmoid(W
 * S + g)}, {@code T = G S} and a dash for gradients:
 *
 * <pre>
 *   T' = dt C^T U'        dt' = sum T (C^T U')        C' = dt U' T^T
 *   P' = T' T (1 - G)                                 of the sigmoid's argument
 *   S' = T' G + W^T P'
 *   U' = U' + stencil^T S'
 * </pre>
 */
final class FusedFino implements Program {
  private final Taps taps;
  private final FinoMaps maps;

  FusedFino(Taps taps, FinoMaps maps) {
    this.taps = taps;
    this.maps = maps;
  }

  @Override
  public Tensor forward(Tape tape, Value u, Tensor given) {
    return new Run(tape, taps.begin(tape.taping())).forward(u);
  }

  private final class Run {
    private final Tape tape;
    private final TapPass pass;

    Run(Tape tape, TapPass pass) {
      this.tape = tape;
      this.pass = pass;
    }

    Tensor forward(Value u) {
      // The last step of the backward pass.
      tape.back(
          side -> {
            side.join();
            pass.finish();
          });
      List<Value> skips = new ArrayList<>();
      Value v = stage(0, lift(u));
      for (int level = 0; level < maps.turn(); level++) {
        skips.add(v);
        v = stage(level + 1, down(maps.down().get(level), v));
      }
      for (int level = maps.turn() - 1; level >= 0; level--) {
        Value grown = plain(maps.up().get(level), v);
        Value joined = join(maps.join().get(level), grown, skips.get(level));
        v = stage(2 * maps.turn() - level, joined);
      }
      return tape.head(new Last(), v);
    }

    private Value lift(Value u) {
      TapMap map = maps.lift();
      Value out = value(pass.apply(map, u.field()));
      boolean wanted = u.field().needsGradient();
      tape.back(
          side -> {
            Tensor g = out.gradientOfField();
            pass.addGradient(map, g, only(u.field()), null, side);
            if (wanted) {
              back(u, pass.back(map, g, null));
            }
          });
      return out;
    }

    private Value stage(int index, Value z) {
      Value v = z;
      for (FinoMaps.Step step : maps.stages().get(index)) {
        v = step(step, v);
      }
      return v;
    }

    private Value step(FinoMaps.Step step, Value u) {
      Tensor s = pass.apply(step.stencil(), u.field());
      TapPass.Stepped t = pass.step(step.gate(), step.fuse(), s, u.field());
      Value out = value(t.out());
      tape.back(
          side -> {
            Tensor g = out.gradientOfField();
            TapPass.SteppedBack to = pass.stepBack(step.gate(), step.fuse(), g, t);
            pass.addGradient(step.fuse(), g, only(t.field()), to.ofScale(), side);
            pass.addGradient(step.gate(), to.ofArgument(), only(s), null, side);
            back(u, pass.back(step.stencil(), to.ofGated(), g));
            pass.addGradient(step.stencil(), to.ofGated(), only(u.field()), null, side);
          });
      return out;
    }

    private Value plain(TapMap map, Value in) {
      Value out = value(pass.apply(map, in.field()));
      tape.back(
          side -> {
            Tensor g = out.gradientOfField();
            back(in, pass.back(map, g, null));
            pass.addGradient(map, g, only(in.field()), null, side);
          });
      return out;
    }

    /** What goes down has been joined already when the backward pass comes here. */
    private Value down(TapMap map, Value in) {
      Value out = value(pass.apply(map, in.field()));
      tape.back(
          side -> {
            Tensor g = out.gradientOfField();
            back(in, pass.back(map, g, in.gradientOfField()));
            pass.addGradient(map, g, only(in.field()), null, side);
          });
      return out;
    }

    private Value join(TapMap map, Value grown, Value skip) {
      TapPass.Joined both = new TapPass.Joined(grown.field(), skip.field());
      Value out = value(pass.join(map, both));
      tape.back(
          side -> {
            Tensor g = out.gradientOfField();
            TapPass.Joined parts = pass.split(map, g);
            back(grown, parts.half());
            back(skip, parts.whole());
            pass.addGradient(map, g, both, null, side);
          });
      return out;
    }

    /** dt times the last map. */
    private final class Last implements Head {
      @Override
      public Tensor forward(Tensor v) {
        return pass.apply(maps.head(), v);
      }

      @Override
      public Tensor backward(Tensor gradient, Tensor v, SideStream side) {
        TapPass.Begun begun = pass.begin(maps.head(), gradient, v);
        pass.addGradient(maps.head(), gradient, only(v), begun.ofScale(), side);
        return begun.field();
      }
    }

    private Value value(Tensor field) {
      return tape.value(new Layer.Result(null, field, null));
    }

    private static void back(Value to, Tensor gradient) {
      to.back(new Layer.Result(null, gradient, null));
    }

    private static TapPass.Joined only(Tensor field) {
      return new TapPass.Joined(null, field);
    }
  }
}
