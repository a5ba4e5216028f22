package io.tfsno.nn;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;

/**
 * Numbers for a gate that no kernel of ours computes: they come from libtorch's operations, which
 * are recorded inside a program that is otherwise written by hand, so that autograd knows the way
 * back through them.
 */
public final class RecordedFeatures {
  /** What computes them, with parameters of its own or without. */
  @FunctionalInterface
  public interface Source {
    /**
     * @param z a block's input {@code [channel, sample, x(, y)]}
     * @param x its coefficients {@code [mode, re/im, channel, sample]}
     * @return {@code [feature, sample]}
     */
    Tensor of(Tensor z, Tensor x);
  }

  private final Tensor field;
  private final Tensor modes;
  private final Tensor numbers;

  /**
   * @param field a block's input {@code [channel, sample, x(, y)]}
   * @param modes its coefficients {@code [mode, channel, sample, re/im]}
   * @param count of modes; others may follow
   * @param recording whether the way back will come
   */
  RecordedFeatures(Source source, Tensor field, Tensor modes, int count, boolean recording) {
    try (Autograd.Mode mode = recording ? Autograd.on() : Autograd.off()) {
      this.field = leaf(field, recording);
      this.modes = leaf(modes, recording);
      Tensor ordered = this.modes.narrow(0, 0, count).permute(0, 3, 1, 2);
      numbers = source.of(this.field.to(DType.FLOAT32), ordered).contiguous();
    }
  }

  private static Tensor leaf(Tensor tensor, boolean recording) {
    Tensor alone = tensor.detach();
    return recording ? alone.trainable() : alone;
  }

  Tensor numbers() {
    return numbers;
  }

  /** Adds to the gradients of the source's parameters. */
  void backward(Tensor ofNumbers) {
    numbers.backward(ofNumbers);
  }

  /** After {@link #backward}: adds the gradient of the field to a sum. */
  void addOfField(Tensor sum) {
    add(sum, field);
  }

  /** After {@link #backward}: adds the gradient of the coefficients to a sum. */
  void addOfModes(Tensor sum) {
    add(sum, modes);
  }

  private static void add(Tensor sum, Tensor leaf) {
    if (leaf.hasGrad()) {
      sum.addInPlace(leaf.grad());
    }
  }
}
