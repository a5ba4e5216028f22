package io.tfsno.engine;

import org.bytedeco.pytorch.global.torch;

/** How many threads one operation may use, for the calling thread. */
public final class Threads {
  private Threads() {}

  /**
   * Sets the number for operations started from this thread. OpenMP keeps the setting per calling
   * thread, so a worker that shares the machine with others must set it for itself.
   */
  public static void perOperation(int threads) {
    Natives.load();
    // libtorch sets a thread's number once more, to what any thread asked for last, when it first
    // looks at it: let it look now.
    torch.get_num_threads();
    torch.set_num_threads(threads);
  }

  public static int perOperation() {
    Natives.load();
    return torch.get_num_threads();
  }
}
