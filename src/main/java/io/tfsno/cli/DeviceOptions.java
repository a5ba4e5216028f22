package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Threads;
import picocli.CommandLine.Option;

/** The options of every command that computes. */
final class DeviceOptions {
  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "auto",
      description = "auto, cpu, cuda or cuda:i (default: ${DEFAULT-VALUE})")
  private String device;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "CPU threads to use (default: all cores)")
  private Integer threads;

  Device device() {
    return Device.parse(device);
  }

  int threads() {
    int count = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    if (count < 1 || count > 1024) {
      throw new UserError("--threads from 1 to 1024", Integer.toString(count), "Leave it out.");
    }
    return count;
  }

  /** Applies the thread count to operations of this thread. */
  void applyThreads() {
    Threads.perOperation(threads());
  }
}
