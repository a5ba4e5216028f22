package io.tfsno.engine;

import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAAllocator;
import org.bytedeco.pytorch.cuda.StreamFilter;
import org.bytedeco.pytorch.global.torch_cuda;

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
 */
public final class StepGraph implements AutoCloseable {
  private static final int WARM_UP = 3;
  private static final ThreadLocal<Boolean> CAPTURING = ThreadLocal.withInitial(() -> false);

  private final Runnable work;
  private boolean captures;
  private final GraphMemory memory;
  private int runs;
  private CapturedWork graph;
  private PooledFilter filter;

  private StepGraph(Runnable work, boolean captures, GraphMemory memory) {
    this.work = work;
    this.captures = captures;
    this.memory = memory;
  }

  /**
   * @param memory where the temporaries of the captured work live; graphs that never run at the
   *     same time can share it. Null where nothing is captured
   */
  public static StepGraph of(GraphMemory memory, Runnable work) {
    return new StepGraph(work, memory != null, memory);
  }

  /** Does the work once. On a GPU it is queued, not waited for. */
  public void run() {
    if (graph != null) {
      graph.replay();
    } else if (captures && runs == 0 && Stream.isOwn()) {
      // Libraries prepare what they keep on the default stream, and our streams do not wait for it.
      runs++;
      Stream.onDefault(this::eagerly);
    } else if (!captures || runs < WARM_UP || !Stream.isOwn()) {
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
    return graph != null;
  }

  private void eagerly() {
    try (Scope scope = new Scope()) {
      work.run();
    }
  }

  /** Only one thread captures at a time: the allocator's private pools are global. */
  private void capture() {
    synchronized (StepGraph.class) {
      try (PointerScope scope = new PointerScope()) {
        CUstream_st stream = torch_cuda.getCurrentCUDAStream().stream();
        filter = new PooledFilter(stream.address());
        filter.retainReference();
        CUgraph_st captured = new CUgraph_st();
        CUDAAllocator allocator = torch_cuda.getAllocator();
        allocator.beginAllocateToPool(memory.device(), memory.handle(), filter);
        try {
          Cuda.require(
              cudart.cudaStreamBeginCapture(stream, cudart.cudaStreamCaptureModeThreadLocal));
          CAPTURING.set(true);
          eagerly();
          Cuda.require(cudart.cudaStreamEndCapture(stream, captured));
        } catch (RuntimeException e) {
          giveUp(stream, captured);
          return;
        } finally {
          CAPTURING.remove();
          allocator.endAllocateToPool(memory.device(), memory.handle());
        }
        graph = new CapturedWork(captured);
      }
    }
  }

  /**
   * Work that has to wait for the device, such as a decomposition of matrices, cannot be captured:
   * it is run as it is from now on. Nothing of it has happened yet.
   */
  private void giveUp(CUstream_st stream, CUgraph_st captured) {
    cudart.cudaStreamEndCapture(stream, captured); // fails: it only ends the state of capturing
    cudart.cudaGetLastError(); // and this forgets the failure
    captures = false;
    memory.release();
  }

  @Override
  public void close() {
    if (graph != null) {
      graph.close();
      graph = null;
      memory.release();
    }
    if (filter != null) {
      filter.close();
      filter = null;
    }
  }

  /** Lets the memory of one stream come from the graph's own pool. */
  private static final class PooledFilter extends StreamFilter {
    private final long stream;

    PooledFilter(long stream) {
      this.stream = stream;
    }

    @Override
    public boolean call(Pointer candidate) {
      return (candidate == null ? 0 : candidate.address()) == stream;
    }
  }
}
