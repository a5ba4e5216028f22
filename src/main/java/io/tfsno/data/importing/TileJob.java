package io.tfsno.data.importing;

import io.tfsno.data.importing.field.Role;
import io.tfsno.data.importing.field.Tiling.Tile;
import java.util.ArrayList;
import java.util.List;

/** One box of one of the fields. */
record TileJob(Transfer transfer, Tile tile) {
  static List<TileJob> of(List<Transfer> transfers) {
    List<TileJob> jobs = new ArrayList<>();
    for (Transfer transfer : transfers) {
      transfer.tiles().forEach(tile -> jobs.add(new TileJob(transfer, tile)));
    }
    return jobs;
  }

  /** Whether it holds all points and channels of its snapshots. */
  boolean wholeSnapshots() {
    long[] extent = transfer.extent();
    for (int axis = Role.X.place(); axis < extent.length; axis++) {
      if (tile.count()[axis] != extent[axis]) {
        return false;
      }
    }
    return true;
  }

  /** Bytes that are written. */
  long bytes() {
    return (long) Transfer.size(tile.count()) * Float.BYTES;
  }
}
