package io.tfsno.data.importing;

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

  /** Bytes that are written. */
  long bytes() {
    return (long) Transfer.size(tile.count()) * Float.BYTES;
  }
}
