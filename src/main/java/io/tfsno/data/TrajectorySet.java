package io.tfsno.data;

import io.tfsno.data.condition.NoConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.file.Shapes;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The trajectories of one set in an open file: what it is, and slices of it on demand. Several
 * threads may read at once. It is of no use after its {@link TrajectoryFile} is closed.
 */
public final class TrajectorySet {
  private final TrajectoryLayout layout;
  private final List<Channel> channels;
  private final List<Field> stored;
  private final Axes axes;
  private final Map<String, Object> attributes;
  private final TrajectoryConditions conditions;
  private final List<String> unused;
  private final long[] chosen;

  TrajectorySet(
      TrajectoryLayout layout,
      List<Channel> channels,
      List<Field> stored,
      Axes axes,
      SetSource source) {
    this(layout, channels, stored, axes, NoConditions.INSTANCE, source);
  }

  TrajectorySet(
      TrajectoryLayout layout,
      List<Channel> channels,
      List<Field> stored,
      Axes axes,
      TrajectoryConditions conditions,
      SetSource source) {
    this.layout = layout;
    this.channels = List.copyOf(channels);
    this.stored = List.copyOf(stored);
    this.axes = axes;
    this.attributes = Collections.unmodifiableMap(source.attributes());
    this.conditions = conditions;
    this.unused = source.unused();
    this.chosen = null;
  }

  private TrajectorySet(TrajectorySet all, long[] chosen) {
    layout = all.layout;
    channels = all.channels;
    stored = all.stored.stream().map(f -> (Field) new Field.Some(f, chosen)).toList();
    axes = new Axes(chosen.length, all.axes.grid, all.axes.times, all.axes.dt);
    attributes = all.attributes;
    conditions = all.conditions.subset(chosen);
    unused = all.unused;
    this.chosen = chosen;
  }

  private TrajectorySet(TrajectorySet all, int n) {
    layout = all.layout;
    channels = all.channels;
    stored = all.stored.stream().map(f -> (Field) new Field.EveryNth(f, n)).toList();
    axes = all.axes.every(n);
    attributes = all.attributes;
    conditions = all.conditions.every(n);
    unused = all.unused;
    chosen = all.chosen;
  }

  private TrajectorySet(
      TrajectorySet like,
      long trajectories,
      Field field,
      TrajectoryConditions conditions,
      Map<String, Object> attributes) {
    layout = like.layout;
    channels = like.channels;
    stored = List.of(field);
    axes = new Axes(trajectories, like.axes.grid, like.axes.times, like.axes.dt);
    this.attributes = Collections.unmodifiableMap(attributes);
    this.conditions = conditions;
    unused = like.unused;
    chosen = null;
  }

  /** A set like this one, with other trajectories. */
  TrajectorySet joined(
      long trajectories, Field field, TrajectoryConditions given, Map<String, Object> common) {
    return new TrajectorySet(this, trajectories, field, given, common);
  }

  /**
   * Every n-th snapshot of all trajectories, from the first on: a set with steps n times longer.
   */
  public TrajectorySet every(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("every snapshot is the least, not every " + n);
    }
    return n == 1 ? this : new TrajectorySet(this, n);
  }

  /** Some of the trajectories, in the order given. */
  TrajectorySet subset(long[] trajectories) {
    return new TrajectorySet(this, trajectories.clone());
  }

  /** The number that one of these trajectories has in the file. */
  public long number(long trajectory) {
    return chosen == null ? trajectory : chosen[Math.toIntExact(trajectory)];
  }

  public TrajectoryLayout layout() {
    return layout;
  }

  public long trajectories() {
    return axes.trajectories;
  }

  /** Snapshots per trajectory. */
  public int steps() {
    return axes.times.length;
  }

  /** The channels, in order: what each is called and measured in. */
  public List<Channel> fields() {
    return channels;
  }

  /** Number of channels. */
  public int channels() {
    return channels.size();
  }

  public List<String> channelNames() {
    return Channel.names(channels);
  }

  /** Where the fields live. */
  public Grid grid() {
    return axes.grid;
  }

  /** The time of each snapshot, as stored. */
  public double[] times() {
    return axes.times.clone();
  }

  /** The time from one snapshot to the next. */
  public double dt() {
    return axes.dt;
  }

  /**
   * The attributes of the set and, where it has none of the name, of the file: Double, Long or
   * String. For grouped files those of the first trajectory.
   */
  public Map<String, Object> attributes() {
    return attributes;
  }

  /** What the file says of each trajectory in addition to its states. */
  public TrajectoryConditions conditions() {
    return conditions;
  }

  /** The names of data sets in the file that are no part of what is read. */
  public List<String> unused() {
    return unused;
  }

  /** Reads the given trajectories and steps, ordered [b, t, c, x(, y, z)]. */
  public float[] read(long firstTrajectory, int count, int firstStep, int steps) {
    Objects.checkFromIndexSize(firstTrajectory, count, trajectories());
    Objects.checkFromIndexSize(firstStep, steps, steps());
    long points = axes.grid.cells();
    long size = Shapes.size(count, steps, channels(), points);
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          size + " numbers do not fit one array; read fewer trajectories or steps at a time");
    }
    float[] out = new float[(int) size];
    if (channels() == 1
        || stored.get(0).channelsFirst()) { // stored in the very order that is wanted
      stored.get(0).read(firstTrajectory, count, firstStep, steps, out);
      return out;
    }
    int firstChannel = 0;
    for (Field field : stored) {
      float[] block = new float[(int) (size / channels() * field.channels())];
      field.read(firstTrajectory, count, firstStep, steps, block);
      scatter(block, field.channels(), out, firstChannel, (int) points);
      firstChannel += field.channels();
    }
    return out;
  }

  /** One step of the given trajectories as a tensor [b, c, x(, y, z)] on the CPU. */
  public Tensor fields(long firstTrajectory, int count, int step) {
    long[] full = axes.grid.points().shape(count, channels());
    return Tensor.of(read(firstTrajectory, count, step, 1), full);
  }

  /**
   * From [b, t, x(, y, z), c] to the channels from {@code firstChannel} on of [b, t, c, x(, y, z)].
   */
  private void scatter(float[] block, int width, float[] out, int firstChannel, int points) {
    int snapshots = block.length / (width * points);
    int from = 0;
    for (int s = 0; s < snapshots; s++) {
      int to = (s * channels() + firstChannel) * points;
      for (int p = 0; p < points; p++) {
        for (int c = 0; c < width; c++) {
          out[to + c * points + p] = block[from++];
        }
      }
    }
  }
}
