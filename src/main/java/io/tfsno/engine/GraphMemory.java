package io.tfsno.engine;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair;
import org.bytedeco.pytorch.cuda.MemPool;
import org.bytedeco.pytorch.cuda.StreamFilter;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Device memory set apart for the temporaries of captured work, which is always in its place. It is
 * freed with the last graph that uses it; a graph that is captured after that gets other memory,
 * because libtorch takes none that was let go of.
 */
public final class GraphMemory {
  private final byte device;
  private DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair handle;
  private int graphs;

  private GraphMemory(Device device) {
    this.device = (byte) device.index();
  }

  /** Memory for captured work on a device; null for the CPU, where nothing is captured. */
  public static GraphMemory on(Device device) {
    return device.cuda() ? new GraphMemory(device) : null;
  }

  /**
   * Until {@link #end}, what is allocated on some streams is allocated here. To be answered by
   * {@link #release}.
   */
  synchronized void begin(StreamFilter streams) {
    if (graphs == 0) {
      handle = fresh();
    }
    torch_cuda.getAllocator().beginAllocateToPool(device, handle, streams);
    graphs++;
  }

  synchronized void end() {
    torch_cuda.getAllocator().endAllocateToPool(device, handle);
  }

  /** Each graph that began to allocate here lets go of it when it is closed. */
  synchronized void release() {
    torch_cuda.getAllocator().releasePool(device, handle);
    graphs--;
  }

  /** Two numbers. The presets take them for a pair of vectors, so it must never be deallocated. */
  private static DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair fresh() {
    try (PointerScope scope = new PointerScope()) {
      return Natives.immortal(MemPool.graph_pool_handle());
    }
  }
}
