package io.tfsno.engine;

import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.StreamFilter;
import org.bytedeco.pytorch.global.torch_cuda;

/** Captures what a thread queues on its stream of a GPU. */
final class CudaRecorder implements StepGraph.Recorder {
  private final GraphMemory memory;

  /**
   * @param memory for the temporaries of the work
   */
  CudaRecorder(GraphMemory memory) {
    this.memory = memory;
  }

  @Override
  public boolean isReady() {
    return Stream.isOwn();
  }

  /** Libraries prepare what they keep on the default stream, and our streams do not wait for it. */
  @Override
  public void prepare(Runnable work) {
    Stream.onDefault(work);
  }

  /** Only one thread captures at a time: the allocator's private pools are global. */
  @Override
  public StepGraph.Recording record(Runnable work) {
    synchronized (CudaRecorder.class) {
      try (PointerScope scope = new PointerScope()) {
        CUstream_st stream = torch_cuda.getCurrentCUDAStream().stream();
        PooledFilter filter = new PooledFilter(stream.address());
        memory.begin(filter);
        CUgraphExec_st captured = null;
        try {
          captured = capture(stream, work);
        } finally {
          memory.end();
          if (captured == null) {
            memory.release();
          }
        }
        filter.retainReference();
        return new Captured(captured, memory, filter);
      }
    }
  }

  private static CUgraphExec_st capture(CUstream_st stream, Runnable work) {
    CUgraph_st captured = new CUgraph_st();
    CUgraphExec_st executable = new CUgraphExec_st();
    try {
      Cuda.require(cudart.cudaStreamBeginCapture(stream, cudart.cudaStreamCaptureModeThreadLocal));
      work.run();
      Cuda.require(cudart.cudaStreamEndCapture(stream, captured));
      Cuda.require(cudart.cudaGraphInstantiate(executable, captured, 0));
      Cuda.require(cudart.cudaGraphDestroy(captured));
      return executable;
    } catch (RuntimeException e) {
      cudart.cudaStreamEndCapture(stream, captured); // fails: it only ends the state of capturing
      cudart.cudaGetLastError(); // and this forgets the failure
      throw e;
    }
  }

  /** Owns its share of the memory of its temporaries. */
  private static final class Captured implements StepGraph.Recording {
    private final CUgraphExec_st graph;
    private final GraphMemory memory;
    private final StreamFilter filter;

    /**
     * @param filter which the memory was taken with, and may ask until the graph is gone
     */
    Captured(CUgraphExec_st executable, GraphMemory memory, StreamFilter filter) {
      graph = Natives.immortal(executable);
      this.memory = memory;
      this.filter = filter;
    }

    @Override
    public void replay() {
      try (PointerScope scope = new PointerScope()) {
        Cuda.require(cudart.cudaGraphLaunch(graph, torch_cuda.getCurrentCUDAStream().stream()));
      }
    }

    @Override
    public void close() {
      Cuda.require(cudart.cudaGraphExecDestroy(graph));
      graph.close();
      memory.release();
      filter.close();
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
