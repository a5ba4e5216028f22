package io.tfsno.engine;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair;
import org.bytedeco.pytorch.cuda.MemPool;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Device memory set apart for the temporaries of captured work, which is always in its place. It is
 * freed with the last graph that uses it.
 */
public final class GraphMemory {
  private final byte device;
  private final DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair handle;

  private GraphMemory(Device device) {
    this.device = (byte) device.index();
    try (PointerScope scope = new PointerScope()) {
      // Two numbers. The presets take them for a pair of vectors, so it must never be deallocated.
      handle = Natives.immortal(MemPool.graph_pool_handle());
    }
  }

  /** Memory for captured work on a device; null for the CPU, where nothing is captured. */
  public static GraphMemory on(Device device) {
    return device.cuda() ? new GraphMemory(device) : null;
  }

  DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair handle() {
    return handle;
  }

  byte device() {
    return device;
  }

  /** Each graph that began to allocate here lets go of it when it is closed. */
  void release() {
    torch_cuda.getAllocator().releasePool(device, handle);
  }
}
