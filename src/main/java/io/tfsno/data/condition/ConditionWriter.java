package io.tfsno.data.condition;

import io.tfsno.data.hdf5.Hdf5Writer;
import java.util.function.UnaryOperator;

/** Puts conditions into their places in a file, fields with the channel last as the file has it. */
public final class ConditionWriter {
  private final Hdf5Writer writer;
  private final UnaryOperator<String> path;
  private final SetConditions declared;
  private final int steps;
  private final int cells;

  /**
   * @param path of a data set of the set in the file
   * @param steps snapshots per trajectory
   * @param cells grid points of a field
   */
  public ConditionWriter(
      Hdf5Writer writer, UnaryOperator<String> path, SetConditions declared, int steps, int cells) {
    this.writer = writer;
    this.path = path;
    this.declared = declared;
    this.steps = steps;
    this.cells = cells;
  }

  /** The parameters of consecutive trajectories, {@code [trajectory, parameter]}. */
  public void parameters(long first, double[] values) {
    long position = first * declared.parameters().size();
    writer.write(path.apply(SetConditions.PARAMETERS), position, values);
  }

  /** The phases of consecutive trajectories. */
  public void phases(long first, double[] values) {
    writer.write(path.apply(SetConditions.PHASE), first, values);
  }

  /** The static fields of consecutive trajectories, {@code [trajectory, channel, x(, y, z)]}. */
  public void statics(long first, float[] values) {
    int channels = declared.statics().count();
    long position = first * channels * cells;
    writer.write(path.apply(SetConditions.STATIC), position, channelLast(values, channels));
  }

  /** The forcing of one trajectory from a step on, {@code [time, channel, x(, y, z)]}. */
  public void forcings(long trajectory, int firstStep, float[] values) {
    int channels = declared.forcings().count();
    long position = (trajectory * steps + firstStep) * channels * cells;
    writer.write(path.apply(SetConditions.FORCING), position, channelLast(values, channels));
  }

  private float[] channelLast(float[] values, int channels) {
    if (channels == 1) {
      return values;
    }
    float[] out = new float[values.length];
    for (int from = 0; from < values.length; from++) {
      int snapshot = from / (cells * channels);
      int channel = from / cells % channels;
      out[(snapshot * cells + from % cells) * channels + channel] = values[from];
    }
    return out;
  }
}
