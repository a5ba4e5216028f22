package io.tfsno.operator.tfsno.bound;

import io.tfsno.nn.Initialiser;

/**
 * First weights of a network whose whole step is bounded: as nearly the bound times the identity as
 * an activation allows. From the usual first weights such a network would take very long to learn
 * anything, because a dozen maps of norm 1 that do not fit together give next to nothing.
 *
 * <p>Every map is its bound times an isometry that hands a field on, and biases hold activations
 * where they are steepest, {@code GELU'(sqrt 2) = 1.1289}; the next map takes away what the
 * activation adds there, {@code GELU(sqrt 2)}. A little noise tells channels apart.
 */
public final class IsometricStart {
  private static final double STEEPEST = Math.sqrt(2);
  private static final double THERE = 1.302986;

  /** Small, because the norm of the noise is taken from all that is handed on, map by map. */
  private static final double NOISE = 0.001;

  private IsometricStart() {}

  /** The first values of an affine map. */
  public record Start(Initialiser weight, Initialiser bias) {}

  @FunctionalInterface
  private interface Entry {
    double at(int row, int column);
  }

  /** Spreads each field of the state over channels, with alternating signs. */
  public static Start lift(double bound, int in, int width, int fields) {
    return new Start(
        matrix(width, in, (row, c) -> c < fields ? bound * spread(row, c, width, fields) : 0),
        Initialiser.constant(STEEPEST));
  }

  /** Hands channels on, as many as there are on both sides. */
  public static Start between(double bound, int in, int out) {
    return new Start(
        matrix(out, in, (row, c) -> row == c ? bound : 0), Initialiser.constant(-bound * THERE));
  }

  /** The mean of what comes up and of the skip, over sqrt 2. */
  public static Start join(double bound, int fine) {
    double half = bound / Math.sqrt(2);
    return new Start(
        matrix(fine, 2 * fine, (row, c) -> row == c % fine ? half : 0),
        Initialiser.constant(-half * THERE));
  }

  /** Copies of every channel. */
  public static Start copies(double bound, int in, int out) {
    double each = bound / Math.sqrt((double) out / in);
    return new Start(
        matrix(out, in, (row, c) -> row % in == c ? each : 0),
        Initialiser.constant(STEEPEST - each * THERE));
  }

  /** Gathers the copies of what {@link #lift} has spread. */
  public static Start gather(double bound, int in, int width, int fields) {
    double each = bound / Math.sqrt((double) in / width);
    Entry entry = (row, c) -> each * spread(c % width, row, width, fields);
    return new Start(
        matrix(fields, in, entry),
        (values, rng) -> {
          for (int row = 0; row < fields; row++) {
            double sum = 0;
            for (int c = 0; c < in; c++) {
              sum += entry.at(row, c);
            }
            values[row] = (float) (-sum * THERE);
          }
        });
  }

  /**
   * The pointwise map of a block.
   *
   * @param follows the bound of what the block before makes of its input, whose activation is right
   *     before this one; 0 for none
   */
  public static Start block(double bound, int channels, double follows) {
    return new Start(
        matrix(channels, channels, (row, c) -> row == c ? bound : 0),
        Initialiser.constant(STEEPEST - follows * THERE));
  }

  /** The same matrix for every mode, {@code [mode, out, re/im, in]}, and some of another start. */
  public static Initialiser spectral(double bound, int channels, Initialiser noise) {
    return (values, rng) -> {
      noise.fill(values, rng);
      for (int i = 0; i < values.length; i++) {
        int column = i % channels;
        int row = i / channels / 2 % channels;
        boolean real = i / channels % 2 == 0;
        values[i] = (float) (NOISE * values[i] + (real && row == column ? bound : 0));
      }
    };
  }

  private static double spread(int channel, int field, int width, int fields) {
    if (channel % fields != field) {
      return 0;
    }
    int members = (width - field + fields - 1) / fields;
    return (channel / fields % 2 == 0 ? 1 : -1) / Math.sqrt(members);
  }

  private static Initialiser matrix(int rows, int columns, Entry entry) {
    Initialiser noise = Initialiser.linear(columns);
    return (values, rng) -> {
      noise.fill(values, rng);
      for (int i = 0; i < rows * columns; i++) {
        values[i] = (float) (NOISE * values[i] + entry.at(i / columns, i % columns));
      }
    };
  }
}
