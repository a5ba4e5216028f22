package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.data.generate.SolveSpec;
import io.tfsno.operator.FieldShape;
import io.tfsno.serve.http.Limits;
import io.tfsno.spectral.Channel;
import java.util.List;
import java.util.stream.Stream;

/**
 * A state to start from, as a request gives it: by the seed of the benchmark's own random states
 * (optionally with another band of modes and root mean square), as a sum of waves, by its values,
 * or field by field.
 *
 * @param modes largest wave number of a random state
 * @param amplitude root mean square of a random state
 * @param values {@code [channel, x(, y, z)]}, row-major
 * @param channels one for each field of the model, in its order
 */
record Initial(
    Long seed,
    Integer modes,
    Double amplitude,
    Double mean,
    List<SolveSpec.Mode> waves,
    FieldValues values,
    List<InitialField> channels) {
  private static final double LARGEST_AMPLITUDE = 1e3;

  static Initial ofSeed(long seed) {
    return new Initial(seed, null, null, null, null, null, null);
  }

  static Initial ofValues(FieldValues values) {
    return new Initial(null, null, null, null, null, values, null);
  }

  static Initial ofChannels(List<InitialField> channels) {
    return new Initial(null, null, null, null, null, null, channels);
  }

  Initial {
    long ways = Stream.of(seed, waves, values, channels).filter(w -> w != null).count();
    if (ways != 1) {
      throw new UserError(
          "one of 'seed', 'waves', 'values' and 'channels' in 'initial'",
          ways + " of them",
          "Give one.");
    }
    if (seed == null && (modes != null || amplitude != null)) {
      throw new UserError("'modes' and 'amplitude' with 'seed'", "no seed", "Add one.");
    }
    if (mean != null && waves == null) {
      throw new UserError("'mean' with 'waves'", "no waves", "Add them.");
    }
    if (seed != null && (seed < 0 || seed > RandomStart.LARGEST_SEED)) {
      throw new UserError(
          "'seed' from 0 to " + RandomStart.LARGEST_SEED, "" + seed, "Choose a smaller one.");
    }
    if (modes != null && (modes < 1 || modes > RandomStart.LARGEST_WAVE)) {
      throw new UserError(
          "'modes' from 1 to " + RandomStart.LARGEST_WAVE, "" + modes, "Correct it.");
    }
    if (amplitude != null && !(amplitude > 0 && amplitude <= LARGEST_AMPLITUDE)) {
      throw new UserError("'amplitude' above 0, at most 1000", "" + amplitude, "Correct it.");
    }
  }

  /** The values on the model's grid, {@code [channel, x(, y, z)]}. */
  float[] on(ModelEntry model, Limits limits) {
    if (seed != null) {
      return new RandomStart(seed, modes, amplitude).on(model);
    }
    FieldShape shape = model.card().shape();
    List<InitialField> fields = fields(shape);
    float[] all = new float[shape.channels() * shape.cells()];
    for (int c = 0; c < fields.size(); c++) {
      float[] field = fields.get(c).on(shape, shape.fields().get(c).name(), limits);
      System.arraycopy(field, 0, all, c * shape.cells(), field.length);
    }
    return all;
  }

  private List<InitialField> fields(FieldShape shape) {
    if (channels != null) {
      if (channels.size() != shape.channels()) {
        throw new UserError(
            "'channels' for %s".formatted(names(shape)),
            channels.size() + " of them",
            "Give one {mean, waves} or {values} for each, in this order.");
      }
      return channels;
    }
    if (shape.channels() == 1) {
      return List.of(new InitialField(mean, waves, values));
    }
    if (waves != null) {
      throw new UserError(
          "a state of the fields %s".formatted(names(shape)),
          "'waves' for one field",
          "Use 'channels: [{mean, waves}, ...]' with one entry for each, in this order.");
    }
    return split(shape);
  }

  /** Several fields in one list: on the model's own points, otherwise they are ambiguous. */
  private List<InitialField> split(FieldShape shape) {
    int cells = shape.cells();
    if (values.size() != shape.channels() * cells) {
      throw new UserError(
          "%d x %s values (%s)".formatted(shape.channels(), shape.points(), names(shape)),
          Integer.toString(values.size()),
          "Send field after field, row by row; for other points use 'channels: [{values}, ...]'.");
    }
    return values.parts(shape.channels()).stream().map(InitialField::of).toList();
  }

  private static String names(FieldShape shape) {
    return String.join(", ", Channel.names(shape.fields()));
  }
}
