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
 * @param file an HDF5 data set: a file, a pattern of files such as {@code data/part-*.h5}, or a
 *     list of both, opened as one set
 * @param trajectories training trajectories to use, held-out ones included; 0 for all
 * @param resolution points to train on, one number for all axes or one for each; 0 for the set's
 *     own
 * @param normalise whether values are standardised by one mean and deviation
 * @param stream whether training states are read from the file as they are needed instead of held
 *     on the device: for sets larger than memory
 * @param split how a file without named parts is divided; null to leave it whole, as runs did
 *     before there was a split
 * @param stride every n-th snapshot is used, so that a step of the model is n of the file's
 * @param boundary of all axes or of each, where the file does not say; null if it has to
 */
public record DataConfig(
    @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED) List<String> file,
    int trajectories,
    @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
        List<Integer> resolution,
    boolean normalise,
    boolean stream,
    int stride,
    SplitRule split,
    @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
        List<Boundary> boundary) {
  static DataConfig defaults() {
    return new DataConfig(null, 0, List.of(0), true, false, 1, null, null);
  }

  public DataConfig {
    file = file == null ? null : List.copyOf(file);
    resolution = List.copyOf(resolution);
    if (trajectories < 0 || resolution.stream().anyMatch(n -> n < 0)) {
      throw new UserError(
          "data.trajectories and data.resolution >= 0",
          trajectories + " and " + resolution,
          "Use 0 for all, and for the set's own.");
    }
    if (stride < 1) {
      throw new UserError(
          "data.stride >= 1", Integer.toString(stride), "Use 1 for every snapshot.");
    }
  }

  /** Opens a file by these rules; its owner closes it. */
  public TrajectoryFile open(Path path) {
    return TrajectoryFile.open(path, boundary == null ? List.of() : boundary);
  }

  DataConfig at(String otherFile) {
    return new DataConfig(
        List.of(otherFile), trajectories, resolution, normalise, stream, stride, split, boundary);
  }

  DataConfig with(SplitRule rule) {
    return new DataConfig(
        file, trajectories, resolution, normalise, stream, stride, rule, boundary);
  }
}
