package io.tfsno.engine;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair;
import org.bytedeco.pytorch.cuda.MemPool;
import org.bytedeco.pytorch.global.torch_cuda;

/** Device memory set apart for the temporaries of recorded work, which is always in its place. */
public final class GraphMemory implements AutoCloseable {
  private final byte device;
  private final DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair handle;

  private GraphMemory(Device device) {
    this.device = (byte) device.index();
    try (PointerScope scope = new PointerScope()) {
      handle = Natives.immortal(MemPool.graph_pool_handle());
      // Held from here to close, so that graphs can share it whatever their order of life.
      torch_cuda.getAllocator().createOrIncrefPool(this.device, handle);
    }
  }

  /** Memory for recorded work on a device; null for the CPU, where nothing is recorded. */
  public static GraphMemory on(Device device) {
    return device.cuda() ? new GraphMemory(device) : null;
  }

  DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair handle() {
    return handle;
  }

  byte device() {
    return device;
  }

  @Override
  public void close() {
    torch_cuda.getAllocator().releasePool(device, handle);
    handle.close();
  }
}
