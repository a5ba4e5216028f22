package io.tfsno.engine;

import org.bytedeco.pytorch.GradMode;

/** Switches the taping of gradients for the current thread. */
public final class Autograd {
  private Autograd() {}

  /** Restores the mode that was in force before. */
  public interface Mode extends AutoCloseable {
    @Override
    void close();
  }

  /** Tapes nothing until the returned mode is closed. */
  public static Mode off() {
    return set(false);
  }

  /** Tapes again, inside a stretch where taping was off. */
  public static Mode on() {
    return set(true);
  }

  /** Whether operations of this thread are being taped. */
  public static boolean taping() {
    Natives.load();
    return GradMode.is_enabled();
  }

  /**
   * Makes {@code gradient} the place where the gradient of a leaf accumulates, in place, from now
   * on. It may be a view of a larger tensor.
   */
  public static void bindGradient(Tensor leaf, Tensor gradient) {
    leaf.handle.mutable_grad().put(gradient.handle);
  }

  /** How often the memory of a tensor was written to, through itself or through any view of it. */
  public static long writes(Tensor tensor) {
    return tensor.handle._version();
  }

  /** Counts a write that libtorch did not see: by a kernel of ours, or in a replayed graph. */
  public static void noteWrite(Tensor tensor) {
    tensor.handle.unsafeGetTensorImpl().bump_version();
  }

  private static Mode set(boolean enabled) {
    Natives.load();
    boolean before = GradMode.is_enabled();
    GradMode.set_enabled(enabled);
    return () -> GradMode.set_enabled(before);
  }
}
