package io.tfsno.train;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.tfsno.base.UserError;
import io.tfsno.data.SplitRule;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.spectral.Boundary;
import java.nio.file.Path;
import java.util.List;

/**
 * The data of a training.
 *
 * @param file an HDF5 data set
 * @param trajectories training trajectories to use, held-out ones included; 0 for all
 * @param resolution points to train on, one number for all axes or one for each; 0 for the set's
 *     own
 * @param normalise whether values are standardised by one mean and deviation
 * @param stream whether training states are read from the file as they are needed instead of held
 *     on the device: for sets larger than memory
 * @param split how a file without named parts is divided; null to leave it whole, as runs did
 *     before there was a split
 * @param boundary of all axes or of each, where the file does not say; null if it has to
 */
public record DataConfig(
    String file,
    int trajectories,
    @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
        List<Integer> resolution,
    boolean normalise,
    boolean stream,
    SplitRule split,
    @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
        List<Boundary> boundary) {
  static DataConfig defaults() {
    return new DataConfig(null, 0, List.of(0), true, false, null, null);
  }

  public DataConfig {
    resolution = List.copyOf(resolution);
    if (trajectories < 0 || resolution.stream().anyMatch(n -> n < 0)) {
      throw new UserError(
          "data.trajectories and data.resolution >= 0",
          trajectories + " and " + resolution,
          "Use 0 for all, and for the set's own.");
    }
  }

  /** Opens a file by these rules; its owner closes it. */
  public TrajectoryFile open(Path path) {
    return TrajectoryFile.open(path, boundary == null ? List.of() : boundary);
  }

  DataConfig at(String otherFile) {
    return new DataConfig(otherFile, trajectories, resolution, normalise, stream, split, boundary);
  }

  DataConfig with(SplitRule rule) {
    return new DataConfig(file, trajectories, resolution, normalise, stream, rule, boundary);
  }
}
