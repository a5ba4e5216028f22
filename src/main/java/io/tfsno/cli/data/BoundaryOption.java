package io.tfsno.cli.data;

import io.tfsno.base.UserError;
import io.tfsno.data.Boundaries;
import io.tfsno.data.TrajectoryFile;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The flag that says what is at the ends of a file's axes, and the opening of such a file. */
public final class BoundaryOption {
  @Option(
      names = "--boundary",
      paramLabel = "B",
      description =
          "periodic or wall, or one for each axis (periodic,wall): for a file that does not say")
  private String boundary;

  public TrajectoryFile open(Path file) {
    try {
      return TrajectoryFile.open(file, boundary == null ? List.of() : Boundaries.parse(boundary));
    } catch (UserError e) {
      throw Boundaries.notStated(e) ? new UserError(e.getMessage() + " Use --boundary.", e) : e;
    }
  }
}
