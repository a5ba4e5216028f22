package io.tfsno.engine;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bytedeco.pytorch.TensorBase;
import org.bytedeco.pytorch.TensorTensorHook;

/**
 * A function of one tensor whose gradient is written by hand, because that takes a fraction of the
 * passes over memory that taped operations would take.
 *
 * <p>The values are computed without record. Then exact zeros, taken from x and so connected to it,
 * are added to them: the gradient of the values arrives at a place of x's shape, where a hook
 * replaces it by the hand-written gradient of x.
 */
public final class CustomGradient {
  static {
    Natives.load();
  }

  /** From the gradient of the values to the gradient of x, in x's shape. */
  @FunctionalInterface
  public interface Backward {
    Tensor apply(Tensor gradient);
  }

  /**
   * Hooks of a thread that have done their work; freed when that thread makes its next one, for it
   * has then come back from the backward pass that used them.
   */
  private static final ThreadLocal<Queue<Hook>> DONE =
      ThreadLocal.withInitial(ConcurrentLinkedQueue::new);

  private CustomGradient() {}

  /**
   * Makes {@code values} a function of {@code x} for autograd. Where nothing is taped they are
   * returned as they are.
   *
   * @param values computed from x without record, no more of them than x has
   * @param backward runs at most once, within the scope in which this was called: it may use
   *     tensors made there, and the backward pass must not come after that scope was closed
   */
  public static Tensor connect(Tensor values, Tensor x, Backward backward) {
    if (!Autograd.taping() || !x.handle.requires_grad()) {
      return values;
    }
    freeDone();
    Tensor alias = new Tensor(x.handle.alias());
    alias.handle.register_hook(new AtX(values.shape(), values.count(), backward).retained());
    Tensor some = alias.reshape(-1).narrow(0, 0, values.count());
    return values.add(some.sub(some.detach()).view(values.shape()));
  }

  /**
   * Makes {@code values} the result of a program whose gradients are all written by hand, those of
   * its parameters among them: backward runs even where x itself needs no gradient, and may then
   * return null.
   *
   * @param values computed from x without record
   */
  public static Tensor program(Tensor values, Tensor x, Backward backward) {
    if (!Autograd.taping()) {
      return values;
    }
    boolean needed = x.needsGradient();
    Tensor source = needed ? x : x.detach().trainable();
    Backward always =
        gradient -> {
          Tensor back = backward.apply(gradient);
          return back != null ? back : Tensor.zeros(x.type(), x.device(), x.shape());
        };
    if (values.count() > x.count()) {
      return connectLarger(values, source, always);
    }
    if (!Arrays.equals(values.shape(), x.shape())) {
      return connect(values, source, always);
    }
    // Of equal shape: a copy of x that takes over the values' memory costs no pass over it.
    Backward own =
        gradient -> {
          Tensor back = backward.apply(gradient);
          return back != null ? back : gradient;
        };
    freeDone();
    Tensor result = new Tensor(source.handle.alias());
    result.handle.register_hook(new AtX(values.shape(), values.count(), own).retained());
    result.handle.__dispatch_set_data(values.handle);
    return result;
  }

  /**
   * As {@link #connect}, for values that are more than x has; of the same rank.
   *
   * <p>Their gradient has no place in x's shape. It arrives at a corner of x, repeated to their
   * shape; the hook there keeps the gradient of x until the one at x asks for it.
   */
  public static Tensor connectLarger(Tensor values, Tensor x, Backward backward) {
    if (!Autograd.taping() || !x.handle.requires_grad()) {
      return values;
    }
    freeDone();
    Tensor alias = new Tensor(x.handle.alias());
    Tensor corner = alias;
    for (int axis = 0; axis < x.rank(); axis++) {
      corner = corner.narrow(axis, 0, 1);
    }
    Tensor result = corner.expand(values.shape());
    AtValues arrival = new AtValues(backward);
    result.handle.register_hook(arrival.retained());
    alias.handle.register_hook(new BehindValues(arrival).retained());
    result.handle.__dispatch_set_data(values.handle);
    return result;
  }

  private static void freeDone() {
    Queue<Hook> done = DONE.get();
    for (Hook hook = done.poll(); hook != null; hook = done.poll()) {
      hook.free();
    }
  }

  /** Answers autograd with a tensor that stays until the hook is freed. */
  private abstract static class Hook extends TensorTensorHook {
    private final Queue<Hook> makersDone = DONE.get();
    private org.bytedeco.pytorch.Tensor result;

    /** What takes the gradient's place, in its shape. */
    abstract Tensor answer(Tensor gradient);

    /** Autograd may call it when every scope around its making is gone. */
    Hook retained() {
      retainReference();
      return this;
    }

    @Override
    public TensorBase call(TensorBase gradient) {
      try (Scope scope = new Scope()) {
        result = answer(new Tensor(new org.bytedeco.pytorch.Tensor(gradient))).handle;
        return result.retainReference();
      } catch (NullPointerException e) {
        throw new IllegalStateException(
            "the backward pass came after the scope of the forward pass was closed", e);
      } finally {
        makersDone.add(this);
      }
    }

    void free() {
      if (result != null) {
        result.close();
      }
      close();
    }
  }

  /** At x: the gradient of the values is the first part of what arrives. */
  private static final class AtX extends Hook {
    private final long[] shape;
    private final long count;
    private final Backward backward;

    AtX(long[] shape, long count, Backward backward) {
      this.shape = shape;
      this.count = count;
      this.backward = backward;
    }

    @Override
    Tensor answer(Tensor padded) {
      return backward.apply(padded.reshape(-1).narrow(0, 0, count).view(shape));
    }
  }

  /** At values larger than x: keeps the gradient of x, and passes on zeros that cost no memory. */
  private static final class AtValues extends Hook {
    private final Backward backward;
    private Tensor ofX;

    AtValues(Backward backward) {
      this.backward = backward;
    }

    @Override
    Tensor answer(Tensor gradient) {
      ofX = backward.apply(gradient);
      ofX.handle.retainReference();
      long[] one = new long[gradient.rank()];
      Arrays.fill(one, 1);
      return Tensor.zeros(gradient.type(), gradient.device(), one).expand(gradient.shape());
    }

    @Override
    void free() {
      if (ofX != null) {
        ofX.close();
      }
      super.free();
    }
  }

  /** At x, behind {@link AtValues}. */
  private static final class BehindValues extends Hook {
    private final AtValues values;

    BehindValues(AtValues values) {
      this.values = values;
    }

    @Override
    Tensor answer(Tensor zeros) {
      return new Tensor(new org.bytedeco.pytorch.Tensor(values.ofX.handle));
    }
  }
}
