package io.tfsno.engine;

import java.util.Optional;

/**
 * A piece of work that is done again and again with the same tensors: on a GPU it is captured once
 * and then replayed as a whole, which costs only the time of its kernels; on the CPU it is simply
 * run.
 *
 * <p>The work reads its inputs from and writes its results to tensors that outlive it; everything
 * it makes itself is gone when it ends. It must not wait for the GPU, and must do the same
 * operations on the same memory each time. It is run a few times before it is captured, so that
 * what is made on first use is made outside the capture. All graphs of a thread must run on one
 * {@link Stream}; where none is open the work is run as it is.
 *
 * <p>Work that has to wait for the device, such as a decomposition of matrices, cannot be captured:
 * after a few attempts it is run as it is. Nothing has been done when an attempt fails.
 */
public final class StepGraph implements AutoCloseable {
  private static final int WARM_UP = 3;

  /** What other threads do at the same moment can spoil one attempt. */
  private static final int ATTEMPTS = 3;

  private static final ThreadLocal<Boolean> CAPTURING = ThreadLocal.withInitial(() -> false);

  private final Runnable work;
  private final Recorder recorder;
  private int runs;
  private int failures;
  private String obstacle;
  private Recording recording;

  /** Captures work. */
  interface Recorder {
    /** Whether the current stream of this thread can be captured. */
    boolean isReady();

    /** Does work for the first time. */
    void prepare(Runnable work);

    /**
     * @throws RuntimeException if the work cannot be captured; it has not been done then
     */
    Recording record(Runnable work);
  }

  /** Captured work. */
  interface Recording extends AutoCloseable {
    void replay();

    @Override
    void close();
  }

  /**
   * @param recorder null where work is run as it is
   */
  StepGraph(Runnable work, Recorder recorder) {
    this.work = work;
    this.recorder = recorder;
  }

  /**
   * @param memory where the temporaries of the captured work live; graphs that never run at the
   *     same time can share it. Null where nothing is captured
   */
  public static StepGraph of(GraphMemory memory, Runnable work) {
    return new StepGraph(work, memory == null ? null : new CudaRecorder(memory));
  }

  /** Does the work once. On a GPU it is queued, not waited for. */
  public void run() {
    if (recording != null) {
      recording.replay();
    } else if (recorder == null || failures == ATTEMPTS || !recorder.isReady()) {
      eagerly();
    } else if (runs == 0) {
      runs++;
      recorder.prepare(this::eagerly);
    } else if (runs < WARM_UP) {
      runs++;
      eagerly();
    } else {
      capture();
      run();
    }
  }

  /** Whether what this thread does now is being captured. */
  public static boolean isCapturing() {
    return CAPTURING.get();
  }

  /** Whether the work has been captured. */
  public boolean isCaptured() {
    return recording != null;
  }

  /** Why the work is run as it is although it was meant to be captured. */
  public Optional<String> obstacle() {
    return failures == ATTEMPTS ? Optional.of(obstacle) : Optional.empty();
  }

  private void eagerly() {
    try (Scope scope = new Scope()) {
      work.run();
    }
  }

  private void capture() {
    CAPTURING.set(true);
    try {
      recording = recorder.record(this::eagerly);
    } catch (RuntimeException e) {
      failures++;
      runs = 1;
      obstacle = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    } finally {
      CAPTURING.remove();
    }
  }

  @Override
  public void close() {
    if (recording != null) {
      recording.close();
      recording = null;
    }
  }
}
