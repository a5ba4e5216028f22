package io.tfsno.engine;

import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.DeviceStats;
import org.bytedeco.pytorch.global.torch_cuda;

/** How much memory tensors take. */
public final class DeviceMemory {
  private DeviceMemory() {}

  /**
   * Bytes on a device since {@link #forgetPeak}.
   *
   * @param peak the most that tensors held at a time; on the CPU, what the process holds now
   * @param reserved what the allocator has taken from the device, private pools of captured work
   *     included
   */
  public record Report(long peak, long reserved) {}

  public static Report report(Device device) {
    if (!device.cuda()) {
      long resident = Pointer.physicalBytes();
      return new Report(resident, resident);
    }
    try (PointerScope scope = new PointerScope()) {
      DeviceStats stats = torch_cuda.getAllocator().getDeviceStats((byte) device.index());
      return new Report(stats.allocated_bytes().peak(), stats.reserved_bytes().current());
    }
  }

  /** Whether something failed because there was no memory left, of Java's heap or of a device. */
  public static boolean ranOut(Throwable failure) {
    String said = String.valueOf(failure.getMessage());
    return failure instanceof OutOfMemoryError
        || said.contains("out of memory") // CUDA's allocator
        || said.contains("can't allocate memory"); // that of the CPU
  }

  public static void forgetPeak(Device device) {
    if (device.cuda()) {
      torch_cuda.getAllocator().resetPeakStats((byte) device.index());
    }
  }
}
