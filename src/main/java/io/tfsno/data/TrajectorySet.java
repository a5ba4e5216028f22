package io.tfsno.data;

import io.tfsno.data.file.Shapes;
import io.tfsno.engine.Tensor;
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
  private final List<String> channelNames;
  private final List<Field> fields;
  private final Axes axes;
  private final Map<String, Object> attributes;

  TrajectorySet(
      TrajectoryLayout layout,
      List<String> channelNames,
      List<Field> fields,
      Axes axes,
      Map<String, Object> attributes) {
    this.layout = layout;
    this.channelNames = List.copyOf(channelNames);
    this.fields = List.copyOf(fields);
    this.axes = axes;
    this.attributes = Collections.unmodifiableMap(attributes);
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

  public int channels() {
    return channelNames.size();
  }

  public List<String> channelNames() {
    return channelNames;
  }

  /** Grid points per spatial axis: [x] or [x, y]. */
  public int[] shape() {
    return axes.shape.clone();
  }

  /** Length of the box per spatial axis. */
  public double[] lengths() {
    return axes.lengths.clone();
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

  /** Reads the given trajectories and steps, ordered [b, t, c, x(, y)]. */
  public float[] read(long firstTrajectory, int count, int firstStep, int steps) {
    Objects.checkFromIndexSize(firstTrajectory, count, trajectories());
    Objects.checkFromIndexSize(firstStep, steps, steps());
    long points = Shapes.size(Shapes.longs(axes.shape));
    long size = Shapes.size(count, steps, channels(), points);
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          size + " numbers do not fit one array; read fewer trajectories or steps at a time");
    }
    float[] out = new float[(int) size];
    if (channels() == 1) { // stored in the very order that is wanted
      fields.get(0).read(firstTrajectory, count, firstStep, steps, out);
      return out;
    }
    int firstChannel = 0;
    for (Field field : fields) {
      float[] block = new float[(int) (size / channels() * field.channels())];
      field.read(firstTrajectory, count, firstStep, steps, block);
      scatter(block, field.channels(), out, firstChannel, (int) points);
      firstChannel += field.channels();
    }
    return out;
  }

  /** One step of the given trajectories as a tensor [b, c, x(, y)] on the CPU. */
  public Tensor fields(long firstTrajectory, int count, int step) {
    long[] full = new long[axes.shape.length + 2];
    full[0] = count;
    full[1] = channels();
    for (int i = 0; i < axes.shape.length; i++) {
      full[i + 2] = axes.shape[i];
    }
    return Tensor.of(read(firstTrajectory, count, step, 1), full);
  }

  /** From [b, t, x(, y), c] to the channels from {@code firstChannel} on of [b, t, c, x(, y)]. */
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
