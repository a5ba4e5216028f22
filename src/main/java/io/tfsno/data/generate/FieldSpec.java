package io.tfsno.data.generate;

import io.tfsno.base.UserError;
import io.tfsno.engine.Rng;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.GaussianField;
import io.tfsno.pde.ModeArray;
import io.tfsno.pde.RandomWaves;
import io.tfsno.pde.Sampler;
import io.tfsno.pde.StateSampler;
import io.tfsno.spectral.Grid;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The initial states of one field as a file states them: at most one of a formula and three
 * samplers, and a mean, which may be drawn, on top.
 *
 * @param modes a formula, the same for all trajectories
 * @param band the sampler of the benchmarks
 * @param waves a truncated Fourier series
 * @param gaussian a Gaussian random field
 */
record FieldSpec(
    JsonNode mean, List<SolveSpec.Mode> modes, Band band, Waves waves, Gaussian gaussian) {

  FieldSpec {
    long ways = Stream.of(modes, band, waves, gaussian).filter(w -> w != null).count();
    if (ways > 1) {
      throw new UserError(
          "one of modes, band, waves and gaussian for a field", ways + " of them", "Keep one.");
    }
  }

  /**
   * All waves up to a radius, with normal amplitudes of standard deviation {@code |m|^-decay},
   * scaled to an exact root mean square.
   */
  record Band(int modes, JsonNode rms, Double decay) {
    Band {
      requireModes("band", modes);
      if (rms == null) {
        throw new UserError(
            "initial.band.rms, the root mean square", "none", "Write for example 'rms: 0.5'.");
      }
    }

    StateSampler sampler() {
      double power = decay == null ? 0 : decay;
      return new Sampler(Draw.parse("initial.band.rms", rms), modes, m -> 1 / power(m, power));
    }

    /** Exact for the square root, which the benchmarks have. */
    private static double power(double m, double power) {
      return power == 0.5 ? Math.sqrt(m) : Math.pow(m, power);
    }
  }

  /** A few waves with wave numbers, amplitudes and phases of chance. */
  record Waves(int count, int modes, JsonNode amplitude) {
    Waves {
      requireModes("waves", modes);
      if (count < 1) {
        throw new UserError("initial.waves.count >= 1", Integer.toString(count), "Raise it.");
      }
    }

    StateSampler sampler() {
      return new RandomWaves(
          count,
          modes,
          amplitude == null ? Draw.fixed(1) : Draw.parse("initial.waves.amplitude", amplitude));
    }
  }

  /** {@code sigma (|k|^2 + tau^2)^(-alpha / 2)} is the standard deviation of a wave. */
  record Gaussian(int modes, Double sigma, double tau, double alpha) {
    Gaussian {
      requireModes("gaussian", modes);
      if (!(tau > 0) || !(alpha >= 0)) {
        throw new UserError(
            "initial.gaussian with tau > 0 and alpha >= 0",
            "tau %s and alpha %s".formatted(tau, alpha),
            "Try {tau: 7, alpha: 2.5}.");
      }
    }

    StateSampler sampler() {
      return new GaussianField(sigma == null ? 1 : sigma, tau, alpha, modes);
    }
  }

  private static void requireModes(String kind, int modes) {
    if (modes < 1) {
      throw new UserError(
          "initial.%s.modes >= 1".formatted(kind), Integer.toString(modes), "Try 8.");
    }
  }

  StateSampler sampler(int dimension) {
    StateSampler inner =
        band != null
            ? band.sampler()
            : waves != null
                ? waves.sampler()
                : gaussian != null
                    ? gaussian.sampler()
                    : new CosineSeries(
                        0,
                        modes == null
                            ? List.of()
                            : modes.stream().map(m -> m.wave(dimension)).toList());
    return mean == null ? inner : new Shifted(inner, Draw.parse("initial.mean", mean));
  }

  /** A sampler's fields with a mean on top, drawn after them. */
  private record Shifted(StateSampler inner, Draw mean) implements StateSampler {
    @Override
    public void draw(Rng stream, Grid box, ModeArray states, int field) {
      inner.draw(stream, box, states, field);
      states.addMean(field, mean.isFixed() ? mean.least() : mean.applyAsDouble(stream.uniform()));
    }

    @Override
    public int largestWave() {
      return inner.largestWave();
    }
  }
}
