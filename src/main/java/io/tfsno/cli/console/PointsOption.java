package io.tfsno.cli.console;

import io.tfsno.base.UserError;
import io.tfsno.spectral.Points;
import java.util.List;
import picocli.CommandLine.Option;

/** The points of a field for which there are no data. */
public final class PointsOption {
  @Option(
      names = "--points",
      paramLabel = "N|NxM",
      split = "x",
      description = "grid points: N per axis (default: 256, 64 in 2D, 32 in 3D), or N x M")
  private List<Integer> points = List.of();

  /** As they were given; empty if they were not. */
  public List<Integer> given() {
    return points;
  }

  /** Refuses axes without points, which elsewhere stand for those of data. */
  public void check() {
    if (points.stream().anyMatch(n -> n < 1)) {
      throw new UserError("--points >= 1", points.toString(), "Try 64, or 64x96.");
    }
  }

  /** What was asked for on as many axes as the usual points have, or these. */
  public Points asked(Points usual) {
    check();
    return points.isEmpty()
        ? usual
        : Advised.get("Change --points or --dim.", () -> usual.asked(points));
  }
}
