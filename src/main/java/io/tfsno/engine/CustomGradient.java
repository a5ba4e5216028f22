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
    alias.handle.register_hook(new Hook(values.shape(), values.count(), backward).retained());
    Tensor some = alias.reshape(-1).narrow(0, 0, values.count());
    return values.add(some.sub(some.detach()).view(values.shape()));
  }

  /**
   * Makes {@code values} the result of a program whose gradients are all written by hand, those of
   * its parameters among them: backward runs even where x itself needs no gradient, and may then
   * return null.
   *
   * @param values computed from x without record, no more of them than x has
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
    result.handle.register_hook(new Hook(values.shape(), values.count(), own).retained());
    result.handle.__dispatch_set_data(values.handle);
    return result;
  }

  private static void freeDone() {
    Queue<Hook> done = DONE.get();
    for (Hook hook = done.poll(); hook != null; hook = done.poll()) {
      hook.free();
    }
  }

  private static final class Hook extends TensorTensorHook {
    private final long[] shape;
    private final long count;
    private final Backward backward;
    private final Queue<Hook> makersDone = DONE.get();
    private org.bytedeco.pytorch.Tensor result;

    Hook(long[] shape, long count, Backward backward) {
      this.shape = shape;
      this.count = count;
      this.backward = backward;
    }

    /** Autograd may call it when every scope around its making is gone. */
    Hook retained() {
      retainReference();
      return this;
    }

    @Override
    public TensorBase call(TensorBase padded) {
      try (Scope scope = new Scope()) {
        Tensor all = new Tensor(new org.bytedeco.pytorch.Tensor(padded));
        Tensor gradient = all.reshape(-1).narrow(0, 0, count).view(shape);
        result = backward.apply(gradient).handle.retainReference();
        return result;
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
}
