package io.tfsno.data.importing.field;

import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;

/** Fields that somebody gives as whole snapshots, {@code [n, t, c, x, y, z]}. */
public final class BlockFields implements Fields {
  /** Gives the snapshots of some trajectories and steps. */
  @FunctionalInterface
  public interface Blocks {
    float[] read(long first, int count, int firstStep, int steps);
  }

  private final long[] extent;
  private final List<Channel> channels;
  private final Blocks blocks;

  public BlockFields(
      long trajectories, int steps, Points points, List<Channel> channels, Blocks blocks) {
    this.extent = new long[] {trajectories, steps, 1, 1, 1, channels.size()};
    for (int axis = 0; axis < points.dimension(); axis++) {
      extent[Role.X.place() + axis] = points.at(axis);
    }
    this.channels = channels;
    this.blocks = blocks;
  }

  @Override
  public long[] extent() {
    return extent.clone();
  }

  @Override
  public List<Channel> channels() {
    return channels;
  }

  @Override
  public List<Role> order() {
    return List.of(Role.values());
  }

  @Override
  public long[] grain() {
    long[] grain = extent();
    Arrays.fill(grain, 0, 2, 1);
    return grain;
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    float[] read = blocks.read(start[0], count[0], Math.toIntExact(start[1]), count[1]);
    int cells = count[2] * count[3] * count[4];
    int[] order = {channels.size() * cells, 1, channels.size()};
    int[] box = {count[0] * count[1], channels.size(), cells};
    Transposition.copy(read, box, order, to, at);
  }
}
