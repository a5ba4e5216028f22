package io.tfsno.cli.console;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Threads;
import io.tfsno.engine.group.RankSettings;
import io.tfsno.nn.Execution;
import io.tfsno.nn.GpuPath;
import picocli.CommandLine.Option;

/** The options of every command that computes. */
public final class DeviceOptions {
  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "auto",
      description = "auto, cpu, cuda or cuda:i (default: ${DEFAULT-VALUE})")
  private String device;

  @Option(
      names = "--precision",
      paramLabel = "P",
      description = {
        "arithmetic on a GPU: tf32 (the default),",
        "float32, bf16 (tf32, fields in 16 bits),",
        "libtorch (float32, without our kernels)"
      })
  private GpuPath precision;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "CPU threads to use (default: all cores, divided among the local ranks)")
  private Integer threads;

  /** The device to compute on. */
  public Device device() {
    return device(RankSettings.alone());
  }

  /** The device of one of several ranks: each takes a GPU of its own, where there are enough. */
  public Device device(RankSettings place) {
    Device parsed = Advised.get("Change --device.", () -> Device.parse(device));
    if (parsed.cuda() && !device.contains(":") && place.ranks() > 1) {
      parsed = new Device(true, place.localRank() % Device.cudaCount());
    }
    return parsed;
  }

  /** The device to compute a network on, and how. */
  public Execution execution() {
    return execution(RankSettings.alone());
  }

  /**
   * The device to compute a network on, as a protocol says.
   *
   * @param required null where it leaves the arithmetic open
   */
  public Execution execution(GpuPath required) {
    if (required == null) {
      return execution();
    }
    if (precision != null && precision != required) {
      throw new UserError(
          "--precision %s, which the protocol requires".formatted(required.text()),
          precision.text(),
          "Leave --precision out, or choose another --protocol.");
    }
    return new Execution(device(), required);
  }

  /** The same for one of several ranks. */
  public Execution execution(RankSettings place) {
    return new Execution(device(place), path());
  }

  /** What a GPU computes with, or would. */
  public GpuPath path() {
    return precision == null ? GpuPath.USUAL : precision;
  }

  public int threads() {
    return threads(RankSettings.alone());
  }

  private int threads(RankSettings place) {
    int cores = Runtime.getRuntime().availableProcessors();
    return threadsOr(Math.max(1, cores / place.localRanks()));
  }

  /** The number asked for, or another one where none was. */
  public int threadsOr(int standard) {
    int count = threads == null ? standard : threads;
    if (count < 1 || count > 1024) {
      throw new UserError("--threads from 1 to 1024", Integer.toString(count), "Leave it out.");
    }
    return count;
  }

  /** Applies the thread count to operations of this thread. */
  public void applyThreads() {
    applyThreads(RankSettings.alone());
  }

  public void applyThreads(RankSettings place) {
    Threads.perOperation(threads(place));
  }
}
