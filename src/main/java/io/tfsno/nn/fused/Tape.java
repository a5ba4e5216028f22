package io.tfsno.nn.fused;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * One pass through a network. Each step forward leaves its step backward here; these run in
 * reverse, and what a step computed for the gradients of parameters may run concurrently with what
 * follows, until all are joined at the end.
 */
public final class Tape {
  private final boolean taping;
  private final Value input;
  private final Deque<Consumer<SideStream>> steps = new ArrayDeque<>();
  private Tensor ofOutput;

  /**
   * @param taping whether a backward pass will come
   */
  public Tape(Tensor u, boolean taping) {
    this.taping = taping;
    input = new Value(new Layer.Result(null, u, null), u.needsGradient());
  }

  /** Runs a network, and lets autograd take its gradients from the tape. */
  public static Tensor run(Program network, Tensor u, Tensor given) {
    Tensor x = u.contiguous();
    Tape tape = new Tape(x, Autograd.taping());
    Tensor out;
    try (Autograd.Mode off = Autograd.off()) {
      out = network.forward(tape, tape.input, given);
    }
    return CustomGradient.program(out, x, gradient -> tape.backward(gradient.contiguous()));
  }

  public Value input() {
    return input;
  }

  public boolean taping() {
    return taping;
  }

  /** Adds the gradients of all parameters; gives that of the input, or null where it has none. */
  public Tensor backward(Tensor gradient) {
    ofOutput = gradient;
    SideStream side = SideStream.of(gradient.device());
    while (!steps.isEmpty()) {
      steps.pop().accept(side);
    }
    side.join();
    return input.gradient();
  }

  /** A map over channels that takes no lines. */
  public Value layer(Layer layer, Value in) {
    Value out = value(layer.forward(in.field(), null, null, taping, null));
    back(
        side -> {
          layer.addParameterGradient(out.gradient(), in.field(), side);
          if (in.wantsGradient()) {
            in.back(layer.backward(out.gradient(), null, in.sum(), null));
          }
        });
    return out;
  }

  /**
   * A layer with its product of modes.
   *
   * @param end the last step to its gradient; null where the layer that follows takes it
   */
  public Value layer(Layer layer, ModeProduct product, LinesBack end, Value in) {
    Tensor x = product.toModes(in.lines());
    Tensor y = product.toLines(product.mix(x));
    Value out = value(layer.forward(in.field(), y, null, taping, null));
    back(
        side -> {
          Layer.Result g = out.gradientOfSum(end);
          Tensor gy = product.toModes(g.lines());
          product.addWeightGradient(gy, x, side);
          // Before the next product, with whose kernels it can then share the chip.
          layer.addParameterGradient(g.field(), in.field(), side);
          Tensor gx = product.toLines(product.mixBack(gy));
          in.back(layer.backward(g.field(), gx, in.sum(), null));
        });
    return out;
  }

  /** A field on another grid. It may have other uses before this one. */
  public Value resized(Resize resize, Value in) {
    Value out = value(new Layer.Result(null, resize.of(in.field()), null));
    back(
        side -> {
          if (in.gradient() == null) {
            in.back(resize.back(out.gradient()));
          } else {
            resize.addBack(in.gradient(), out.gradient());
          }
        });
    return out;
  }

  /**
   * Two fields as one: one that is resized, then one that was written to its place already.
   *
   * @param both room for their channels
   */
  public Value sideBySide(Resize resize, Value first, Value second, Tensor both) {
    long channels = first.field().size(0);
    resize.write(both.narrow(0, 0, channels), first.field());
    Value out = value(new Layer.Result(null, both, null));
    back(
        side -> {
          first.back(resize.back(out.gradient().narrow(0, 0, channels)));
          second.back(out.gradient().narrow(0, channels, both.size(0) - channels));
        });
    return out;
  }

  /** The end of a network. */
  public Tensor head(Head head, Value in) {
    back(side -> in.back(head.backward(ofOutput, in.field(), side)));
    return head.forward(in.field());
  }

  /** What a step of a network's own gave. */
  public Value value(Layer.Result result) {
    return new Value(result, true);
  }

  /**
   * Leaves a step backward.
   *
   * @param step takes the gradient of what a step gave to that of what it was given
   */
  public void back(Consumer<SideStream> step) {
    if (taping) {
      steps.push(step);
    }
  }
}
