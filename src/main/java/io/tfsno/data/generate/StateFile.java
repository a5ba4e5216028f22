package io.tfsno.data.generate;

import io.tfsno.data.file.DataFiles;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Laws;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PackedGrid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Initial states in an NPY file: {@code [channel, x(, y, z)]}, or {@code [x(, y, z)]} for one
 * channel, or several of these along a leading axis, on any grid whose sides are in the proportion
 * of the stored one's.
 */
final class StateFile {
  private final Path file;
  private final int count;
  private final Points points;
  private final int channels;
  private final double[] values;

  /**
   * @param equation its name, for messages
   * @param stored the grid of what is stored
   */
  StateFile(Path file, String equation, int channels, Points stored) {
    this.file = file;
    this.channels = channels;
    NpyArray array = Npy.read(file);
    int[] shape = array.shape();
    int dimension = stored.dimension();
    int lead = shape.length - dimension;
    boolean bare = channels == 1 && (lead == 0 || (lead == 1 && shape[0] != 1));
    int own = bare ? 0 : 1;
    boolean fits =
        (lead == own || lead == own + 1)
            && (bare || shape[lead - 1] == channels)
            && inProportion(stored, Arrays.copyOfRange(shape, lead, shape.length));
    if (!fits) {
      throw DataFiles.error(
          file,
          "an array [%d, %s] with the fields of %s"
              .formatted(channels, expectedSides(stored), equation),
          Arrays.toString(shape),
          "Save it in that shape, or several such states along a leading axis.");
    }
    count = lead > own ? shape[0] : 1;
    points = Points.of(Arrays.copyOfRange(shape, lead, shape.length));
    values = array.doubles();
    if (!Arrays.stream(values).allMatch(Double::isFinite)) {
      throw DataFiles.error(file, "finite numbers", "NaN or infinity", "Clean the field first.");
    }
  }

  /** How many states there are. */
  int count() {
    return count;
  }

  void requireAtLeast(long wanted) {
    if (count < wanted) {
      throw DataFiles.error(
          file,
          "at least %d states, one for each trajectory".formatted(wanted),
          Integer.toString(count),
          "Ask for fewer trajectories or add states.");
    }
  }

  /**
   * Coefficients of consecutive states on a solver's grid.
   *
   * @param common whether they obey one law
   */
  Tensor coefficients(boolean common, Grid solverGrid, int first, int number) {
    int size = channels * points.cells();
    double[] chosen = Arrays.copyOfRange(values, first * size, (first + number) * size);
    Tensor fields = Tensor.of(chosen, points.shape(number, channels));
    try (PackedGrid grid = Laws.on(common, solverGrid, Device.CPU)) {
      return grid.singleCoefficients(Resample.to(fields, solverGrid.points()));
    }
  }

  private static boolean inProportion(Points stored, int... space) {
    boolean fits = true;
    for (int axis = 0; axis < space.length; axis++) {
      fits &= space[axis] >= 4;
      fits &= (long) space[axis] * stored.at(0) == (long) space[0] * stored.at(axis);
    }
    return fits;
  }

  /** {@code N, N} for equal sides, {@code 2n, 3n} for 64 x 96 points. */
  private static String expectedSides(Points stored) {
    int common = stored.perAxis().stream().reduce(0, StateFile::commonDivisor);
    return stored.perAxis().stream()
        .map(n -> stored.equalAlongAxes() ? "N" : n / common + "n")
        .collect(Collectors.joining(", "));
  }

  private static int commonDivisor(int a, int b) {
    return b == 0 ? a : commonDivisor(b, a % b);
  }
}
