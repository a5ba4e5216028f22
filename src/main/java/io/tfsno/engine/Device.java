package io.tfsno.engine;

import io.tfsno.base.StartTimes;
import io.tfsno.base.UserError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;

/**
 * Where a tensor lives.
 *
 * @param cuda whether it is a CUDA device; else the CPU
 * @param index number of the CUDA device, 0 for the CPU
 */
public record Device(boolean cuda, int index) {
  public static final Device CPU = new Device(false, 0);

  private static final Pattern CUDA = Pattern.compile("cuda(?::(\\d{1,3}))?");

  /** {@code auto} (a GPU where there is one), {@code cpu}, {@code cuda} or {@code cuda:i}. */
  public static Device parse(String text) {
    if (text.equals("auto")) {
      return cudaCount() > 0 ? new Device(true, 0) : CPU;
    }
    if (text.equals("cpu")) {
      return CPU;
    }
    Matcher match = CUDA.matcher(text);
    if (!match.matches()) {
      throw new UserError("a device: auto, cpu, cuda or cuda:i", "'" + text + "'", "Try auto.");
    }
    int index = match.group(1) == null ? 0 : Integer.parseInt(match.group(1));
    int count = cudaCount();
    if (index >= count) {
      throw new UserError(
          "CUDA device " + index,
          count == 0 ? "no usable CUDA device" : count + " device(s), numbered from 0",
          "Use cpu, or run ./tfsno doctor to see what is missing.");
    }
    return new Device(true, index);
  }

  /** Number of CUDA devices that this build of libtorch can use. */
  public static int cudaCount() {
    Natives.load();
    int count = torch.cuda_is_available() ? torch.cuda_device_count() : 0;
    StartTimes.once("CUDA devices counted");
    return count;
  }

  /** Waits until all that this thread has asked of the device is done. */
  public void await() {
    if (cuda) {
      Cuda.synchronize();
    }
  }

  /** Whether the device still answers: some errors of a GPU last until the process ends. */
  public boolean works() {
    return !cuda || Cuda.works();
  }

  org.bytedeco.pytorch.Device torch() {
    return cuda
        ? new org.bytedeco.pytorch.Device(DeviceType.CUDA, (byte) index)
        : new org.bytedeco.pytorch.Device(DeviceType.CPU);
  }

  @Override
  public String toString() {
    return cuda ? "cuda:" + index : "cpu";
  }
}
