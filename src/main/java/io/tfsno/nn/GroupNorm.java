package io.tfsno.nn;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;

/**
 * Group normalisation (Wu and He 2018) of fields {@code [sample, channel, x(, y, z)]}: mean 0 and
 * variance 1 over all points of a group of channels, then a learnt scale and shift per channel,
 * which start at 1 and 0. It does not look at other samples.
 */
public final class GroupNorm {
  private final Parameter scale;
  private final Parameter shift;
  private final int groups;

  public GroupNorm(Parameters parameters, String name, int groups, int channels) {
    if (channels % groups != 0) {
      throw new IllegalArgumentException(
          "%d groups do not divide %d channels".formatted(groups, channels));
    }
    this.groups = groups;
    scale = parameters.declare(name + ".weight", Initialiser.constant(1), channels);
    shift = parameters.declare(name + ".bias", Initialiser.zeros(), channels);
  }

  public Tensor apply(Tensor x) {
    return Activations.groupNorm(x, groups, scale.tensor(), shift.tensor());
  }
}
