package io.tfsno.cli.data;

import io.tfsno.base.UserError;
import io.tfsno.data.Boundaries;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.spectral.Boundary;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The flag that says what is at the ends of a file's axes, and the opening of such a file. */
public final class BoundaryOption {
  @Option(
      names = "--boundary",
      paramLabel = "B",
      description =
          "periodic or wall, or one for each axis (periodic,wall): for a file that does not state it")
  private String boundary;

  public TrajectoryFile open(Path file) {
    return opened(stated -> TrajectoryFile.open(file, stated));
  }

  /** Opens something with the stated boundary, if the flag is given. */
  public <T> T opened(Function<List<Boundary>, T> opening) {
    try {
      return opening.apply(boundary == null ? List.of() : Boundaries.parse(boundary));
    } catch (UserError e) {
      throw Boundaries.notStated(e) ? new UserError(e.getMessage() + " Use --boundary.", e) : e;
    }
  }
}
