package io.tfsno.engine;

import io.tfsno.base.StartTimes;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/** What the engine needs of the CUDA driver in addition to libtorch. */
public final class Cuda {
  private static final ThreadLocal<Boolean> BOUND = ThreadLocal.withInitial(() -> false);

  private Cuda() {}

  /**
   * Makes the device's context that of this thread. libtorch does so when it first needs memory;
   * kernels of ours may come before that in a thread that autograd has made.
   */
  public static void bind() {
    if (!BOUND.get()) {
      try (PointerScope scope = new PointerScope()) {
        IntPointer device = new IntPointer(1);
        require(cudart.cudaGetDevice(device));
        require(cudart.cudaSetDevice(device.get()));
      }
      StartTimes.once("CUDA context there");
      BOUND.set(true);
    }
  }

  public static void require(int status) {
    if (status != 0) {
      throw new IllegalStateException(
          "CUDA: " + cudart.cudaGetErrorString(status).getString() + " (" + status + ")");
    }
  }

  /** Waits for the device; false if it has failed, now or before, in a way that lasts. */
  static boolean works() {
    return cudart.cudaDeviceSynchronize() == 0;
  }

  /** Waits until the current stream of this thread has done its work. */
  static void synchronize() {
    try (PointerScope scope = new PointerScope()) {
      CUDAStream stream = torch_cuda.getCurrentCUDAStream();
      stream.synchronize();
    }
  }
}
