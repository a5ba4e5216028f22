package io.tfsno.data.importing;

import io.tfsno.data.file.FileRun;
import io.tfsno.data.importing.field.AxisMap;
import io.tfsno.data.importing.field.Fields;
import io.tfsno.data.importing.field.Role;
import io.tfsno.data.importing.field.Tiling;
import io.tfsno.data.importing.field.Tiling.Tile;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.Threads;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fields on their way into one data set: which, and what happens to them.
 *
 * @param dataset where they go, in the group of each set
 * @param maps of axes that are not taken as they are
 * @param grid on which they are, after the maps
 * @param points on which they are wanted
 */
record Transfer(String dataset, Fields source, Map<Role, AxisMap> maps, Grid grid, Points points) {
  /** Takes what was read, to check it before anything is made of it. */
  @FunctionalInterface
  interface Check {
    void accept(float[] values, long[] start, int[] count);
  }

  /** The axes of what is written. */
  long[] extent() {
    long[] extent = source.extent();
    maps.forEach((role, map) -> extent[role.place()] = map.length());
    for (int axis = 0; axis < points.dimension(); axis++) {
      extent[Role.X.place() + axis] = points.at(axis);
    }
    return extent;
  }

  List<Tile> tiles() {
    List<Role> whole = new ArrayList<>(List.of(Role.C));
    boolean reshaped = maps.keySet().stream().anyMatch(Role::isSpace) || resampled();
    if (reshaped) {
      whole.addAll(List.of(Role.X, Role.Y, Role.Z));
    }
    long[] written = extent();
    long[] read = source.extent();
    double more = 1;
    for (int i = 1; i < read.length; i++) {
      more *= (double) read[i] / written[i];
    }
    return new Tiling(written, source, whole, (int) Math.max(1, Math.ceil(more))).tiles();
  }

  private boolean resampled() {
    return !grid.points().equals(points);
  }

  /**
   * Where a tile stands in its file, if it stands there as it will be written and nothing happens
   * to it on the way.
   */
  Optional<FileRun> run(Tile tile) {
    return maps.isEmpty() && !resampled()
        ? source.run(tile.start(), tile.count())
        : Optional.empty();
  }

  /**
   * The numbers of a tile, {@code [n, t, x, y, z, c]}.
   *
   * @param buffer used where it is large enough
   */
  float[] read(Tile tile, float[] buffer, Check check) {
    long[] start = tile.start().clone();
    int[] count = tile.count().clone();
    AxisMap time = maps.get(Role.T);
    int t = Role.T.place();
    int firstStep = Math.toIntExact(start[t]);
    int steps = count[t];
    if (time != null) {
      start[t] = time.lowest(firstStep, steps);
      count[t] = (int) (time.end(firstStep, steps) - start[t]);
    }
    boolean reshaped = resampled();
    for (Role role : List.of(Role.X, Role.Y, Role.Z)) {
      if (reshaped || maps.containsKey(role)) {
        start[role.place()] = 0;
        count[role.place()] = Math.toIntExact(source.extent()[role.place()]);
      }
    }
    int size = size(count);
    float[] values = buffer.length >= size ? buffer : new float[size];
    source.read(start, count, values, 0);
    check.accept(values, start, count);
    if (time != null) {
      values = time.apply(values, count, t, firstStep, steps, Math.toIntExact(start[t]));
      count[t] = steps;
    }
    for (Role role : List.of(Role.X, Role.Y, Role.Z)) {
      AxisMap map = maps.get(role);
      if (map != null) {
        values = map.apply(values, count, role.place(), 0, map.length(), 0);
        count[role.place()] = map.length();
      }
    }
    return reshaped ? resample(values, count) : values;
  }

  private float[] resample(float[] values, int[] count) {
    int snapshots = count[0] * count[1];
    int channels = count[Role.C.place()];
    Threads.perOperation(1); // the workers share the cores
    try (Scope scope = new Scope()) {
      long[] flat = {snapshots, grid.cells(), channels};
      Tensor channelFirst =
          Tensor.of(Arrays.copyOf(values, size(count)), flat)
              .permute(0, 2, 1)
              .contiguous()
              .view(grid.points().shape(snapshots, channels));
      return Resample.to(channelFirst, grid, points)
          .reshape(snapshots, channels, points.cells())
          .permute(0, 2, 1)
          .contiguous()
          .toFloats();
    }
  }

  static int size(int[] count) {
    int size = 1;
    for (int n : count) {
      size = Math.multiplyExact(size, n);
    }
    return size;
  }
}
