package io.tfsno.engine;

import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/** What the engine needs of the CUDA driver beside libtorch. */
final class Cuda {
  private Cuda() {}

  static void require(int status) {
    if (status != 0) {
      throw new IllegalStateException(
          "CUDA: " + cudart.cudaGetErrorString(status).getString() + " (" + status + ")");
    }
  }

  /** Waits until the current stream of this thread has done its work. */
  static void synchronize() {
    try (PointerScope scope = new PointerScope()) {
      CUDAStream stream = torch_cuda.getCurrentCUDAStream();
      stream.synchronize();
    }
  }
}
