package io.tfsno.engine;

import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Work that a GPU can be told to do again. A class of its own, so that the JVM looks for CUDA's
 * classes only where something was captured: the CPU build runs without them.
 */
final class CapturedWork implements AutoCloseable {
  private final CUgraphExec_st graph;

  /**
   * @param captured not needed any more afterwards
   */
  CapturedWork(CUgraph_st captured) {
    CUgraphExec_st executable = new CUgraphExec_st();
    Cuda.require(cudart.cudaGraphInstantiate(executable, captured, 0));
    Cuda.require(cudart.cudaGraphDestroy(captured));
    graph = Natives.immortal(executable);
  }

  void replay() {
    try (PointerScope scope = new PointerScope()) {
      Cuda.require(cudart.cudaGraphLaunch(graph, torch_cuda.getCurrentCUDAStream().stream()));
    }
  }

  @Override
  public void close() {
    Cuda.require(cudart.cudaGraphExecDestroy(graph));
    graph.close();
  }
}
