package io.tfsno.data.importing;

import io.tfsno.data.FlatSet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.Boxes;
import io.tfsno.data.file.FileRun;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.data.importing.field.Tiling.Tile;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Puts tiles and numbers into the groups of the file that is written. */
final class Destination {
  private final Hdf5Writer writer;
  private final List<FlatSet> sets;
  private final int[] setOf;
  private final long[] placeOf;

  Destination(Hdf5Writer writer, List<FlatSet> sets, Map<String, long[]> groups) {
    this.writer = writer;
    this.sets = sets;
    int all = groups.values().stream().mapToInt(chosen -> chosen.length).sum();
    setOf = new int[all];
    placeOf = new long[all];
    for (int s = 0; s < sets.size(); s++) {
      long[] chosen = groups.get(sets.get(s).group());
      for (int i = 0; i < chosen.length; i++) {
        setOf[Math.toIntExact(chosen[i])] = s;
        placeOf[Math.toIntExact(chosen[i])] = i;
      }
    }
  }

  void writeCoordinates() {
    sets.forEach(set -> set.writeCoordinates(writer));
  }

  /** Parameters, or phases: one row for each trajectory. */
  void write(TrajectoryNumbers numbers, String dataset) {
    for (int i = 0; i < numbers.rows().size(); i++) {
      double[] row = numbers.rows().get(i);
      String path = sets.get(setOf[i]).path(dataset);
      writer.write(path, placeOf[i] * row.length, row);
    }
  }

  /** Some elements of a tile, and where in a data set they go. */
  @FunctionalInterface
  private interface Run {
    void write(String path, long target, int source, int length);
  }

  void write(Transfer transfer, Tile tile, float[] values) {
    write(
        transfer,
        tile,
        (path, target, source, length) -> writer.write(path, target, values, source, length));
  }

  /**
   * The same from where the numbers stand in their file.
   *
   * @param bytes what stands there
   */
  void copy(Transfer transfer, Tile tile, FileRun numbers, ByteBuffer bytes) {
    write(
        transfer,
        tile,
        (path, target, source, length) ->
            writer.copy(
                path,
                target,
                numbers.part((long) source * Float.BYTES, (long) length * Float.BYTES),
                bytes.slice(source * Float.BYTES, length * Float.BYTES)));
  }

  /** Says that snapshots are written in parts, by this run or by one before it. */
  void sumWhenSealed(Transfer transfer) {
    sets.forEach(set -> writer.sumWhenSealed(set.path(transfer.dataset())));
  }

  private void write(Transfer transfer, Tile tile, Run values) {
    boolean shared = !transfer.dataset().equals("tensor") && transfer.extent()[0] == 1;
    if (shared) { // once in every group
      for (FlatSet set : sets) {
        write(set.path(transfer.dataset()), transfer.extent(), tile, 0, 1, 0, values);
      }
      return;
    }
    int first = Math.toIntExact(tile.start()[0]);
    int count = tile.count()[0];
    for (int at = 0; at < count; ) {
      int run = 1;
      while (at + run < count && follows(first + at + run)) {
        run++;
      }
      FlatSet set = sets.get(setOf[first + at]);
      long[] extent = transfer.extent();
      extent[0] = set.trajectories();
      write(set.path(transfer.dataset()), extent, tile, at, run, placeOf[first + at], values);
      at += run;
    }
  }

  /** Whether a trajectory stands right after the one before it. */
  private boolean follows(int trajectory) {
    return setOf[trajectory] == setOf[trajectory - 1]
        && placeOf[trajectory] == placeOf[trajectory - 1] + 1;
  }

  private void write(
      String path, long[] extent, Tile tile, int from, int run, long place, Run values) {
    long[] tileShape = Shapes.longs(tile.count());
    long[] box = tileShape.clone();
    box[0] = run;
    long[] inTile = new long[box.length];
    inTile[0] = from;
    long[] inFile = tile.start().clone();
    inFile[0] = place;
    Boxes.forEachRun(
        box,
        tileShape,
        inTile,
        extent,
        inFile,
        (source, target, length) -> values.write(path, target, Math.toIntExact(source), length));
  }

  /** The data set of parameters and that of phases, where there are any. */
  void writeNumbers(TrajectoryNumbers parameters, TrajectoryNumbers phase) {
    if (!parameters.isEmpty()) {
      write(parameters, SetConditions.PARAMETERS);
    }
    if (!phase.isEmpty()) {
      write(phase, SetConditions.PHASE);
    }
  }
}
