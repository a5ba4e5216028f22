package io.tfsno.engine;

import org.bytedeco.pytorch.GradMode;

/** Switches the recording of gradients for the current thread. */
public final class Autograd {
  private Autograd() {}

  /** Restores the mode that was in force before. */
  public interface Mode extends AutoCloseable {
    @Override
    void close();
  }

  /** Records nothing until the returned mode is closed. */
  public static Mode off() {
    return set(false);
  }

  /** Records again, inside a stretch where recording was off. */
  public static Mode on() {
    return set(true);
  }

  private static Mode set(boolean enabled) {
    Natives.load();
    boolean before = GradMode.is_enabled();
    GradMode.set_enabled(enabled);
    return () -> GradMode.set_enabled(before);
  }
}
