package io.tfsno.data;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A mean and a standard deviation for each channel of a set. Numbers, not fields: they keep
 * statistics translation invariant, and serve every resolution. One pair may stand for all
 * channels.
 */
public record Normaliser(List<Double> mean, List<Double> deviation) {
  private static final int MOST_TRAJECTORIES = 20_000;

  /** Leaves values as they are. */
  public static final Normaliser NONE = new Normaliser(0, 1);

  public Normaliser {
    mean = List.copyOf(mean);
    deviation = List.copyOf(deviation);
    if (mean.isEmpty() || mean.size() != deviation.size()) {
      throw new UserError(
          "a mean and a deviation for each channel",
          mean.size() + " and " + deviation.size(),
          "Give as many of each.");
    }
    for (int c = 0; c < mean.size(); c++) {
      requireUsable(mean.get(c), deviation.get(c), mean.size() == 1 ? "" : " of channel " + c);
    }
  }

  /** One pair for all channels. */
  public Normaliser(double mean, double deviation) {
    this(List.of(mean), List.of(deviation));
  }

  private static void requireUsable(double mean, double deviation, String where) {
    if (!Double.isFinite(mean) || !(deviation > 0) || Double.isInfinite(deviation)) {
      throw new UserError(
          "a finite mean and a standard deviation > 0" + where,
          mean + " and " + deviation,
          "Look at the data with 'tfsno data inspect': it may be constant or hold NaN.");
    }
  }

  /**
   * From the first {@code trajectories} of a set, read one at a time. Of very many, some that are
   * spread evenly among them are looked at.
   */
  public static Normaliser of(TrajectorySet set, long trajectories) {
    int channels = set.channels();
    int cells = set.grid().cells();
    double[] sum = new double[channels];
    double[] squares = new double[channels];
    double[] origin = new double[channels];
    long[] looked = lookedAt(trajectories);
    for (long i : looked) {
      float[] values = NonFinite.refuse(set, set.read(i, 1, 0, set.steps()), i, 0, set.steps());
      for (int at = 0; at < values.length; at++) {
        int c = at / cells % channels;
        // Counted from the first value: a large mean then costs no digits, and a constant gives 0.
        if (i == 0 && at == c * cells) {
          origin[c] = values[at];
        }
        double d = values[at] - origin[c];
        sum[c] += d;
        squares[c] += d * d;
      }
    }
    double count = (double) looked.length * set.steps() * cells;
    List<Double> mean = new ArrayList<>();
    List<Double> deviation = new ArrayList<>();
    for (int c = 0; c < channels; c++) {
      double offset = sum[c] / count;
      mean.add(origin[c] + offset);
      deviation.add(Math.sqrt(Math.max(0, squares[c] / count - offset * offset)));
      requireUsable(
          mean.get(c),
          deviation.get(c),
          channels == 1 ? "" : " of channel '%s'".formatted(set.channelNames().get(c)));
    }
    return new Normaliser(mean, deviation);
  }

  /**
   * Those of the first {@code trajectories} that constants are taken from: all, if not too many.
   */
  static long[] lookedAt(long trajectories) {
    int count = (int) Math.min(MOST_TRAJECTORIES, trajectories);
    return LongStream.range(0, count).map(i -> i * trajectories / count).toArray();
  }

  /** Physical values {@code [sample, channel, ...]} to ones of mean 0 and deviation 1. */
  public Tensor normalise(Tensor values) {
    return perChannel(values, (u, c) -> u.add(-mean.get(c)).mul(1 / deviation.get(c)));
  }

  /** The inverse of {@link #normalise}. */
  public Tensor restore(Tensor normalised) {
    return perChannel(normalised, (u, c) -> u.mul(deviation.get(c)).add(mean.get(c)));
  }

  /** A difference of two normalised states in physical units. */
  public Tensor restoreChange(Tensor change) {
    return perChannel(change, (u, c) -> u.mul(deviation.get(c)));
  }

  @FunctionalInterface
  private interface OfChannel {
    Tensor apply(Tensor values, int channel);
  }

  /** Numbers instead of tensors of them: captured steps must not send anything to the device. */
  private Tensor perChannel(Tensor values, OfChannel map) {
    if (mean.size() == 1) {
      return map.apply(values, 0);
    }
    if (values.size(1) != mean.size()) {
      throw new IllegalArgumentException(
          "%d channels are normalised, not %s"
              .formatted(mean.size(), Arrays.toString(values.shape())));
    }
    Tensor[] channels = new Tensor[mean.size()];
    for (int c = 0; c < channels.length; c++) {
      channels[c] = map.apply(values.narrow(1, c, 1), c);
    }
    return Tensor.cat(1, channels);
  }
}
