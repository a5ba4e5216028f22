package io.tfsno.cli.perf;

import io.tfsno.base.UserError;
import io.tfsno.bench.perf.Chip;
import io.tfsno.cli.console.Table;
import io.tfsno.nn.GpuPath;
import picocli.CommandLine.Option;

/** The peaks that a roofline is drawn from. */
final class RooflineOptions {
  @Option(
      names = "--roofline",
      description = {
        "instead: bytes and operations of a training step,",
        "counted from shapes, and a lower bound on the time;",
        "with the measured time if there is a GPU"
      })
  private boolean wanted;

  @Option(
      names = "--peak-bandwidth",
      paramLabel = "TB/S",
      description = "memory bandwidth (default: 4.8, an H200 according to its data sheet)")
  private Double bandwidth;

  @Option(
      names = "--peak-tflops",
      paramLabel = "N",
      description = "dense TF32 throughput (default: 494, an H200 according to its data sheet)")
  private Double tflops;

  boolean wanted() {
    if (!wanted && (bandwidth != null || tflops != null)) {
      throw new UserError("peaks with --roofline only", "peaks alone", "Add --roofline.");
    }
    return wanted;
  }

  /** What the counts hold for. */
  String describe(GpuPath path) {
    Chip chip = chip();
    return "%s: %s TB/s, %s TFLOP/s of TF32 products; fields in %d bytes"
        .formatted(
            chip.name(),
            Table.number(chip.bytesPerSecond() / 1e12),
            Table.number(chip.flopsPerSecond() / 1e12),
            path.fieldBytes());
  }

  Chip chip() {
    Chip known = Chip.H200;
    return new Chip(
        bandwidth == null && tflops == null ? known.name() : "given peaks",
        positive("--peak-bandwidth", bandwidth, known.bytesPerSecond() / 1e12) * 1e12,
        positive("--peak-tflops", tflops, known.flopsPerSecond() / 1e12) * 1e12,
        known.multiprocessors());
  }

  private static double positive(String option, Double given, double known) {
    if (given != null && !(given > 0 && given < 1e6)) {
      throw new UserError("a positive " + option, given.toString(), "Try " + known + ".");
    }
    return given == null ? known : given;
  }
}
