package io.tfsno.pde;

import io.tfsno.base.UserError;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.List;

/**
 * A field stated as a formula: {@code mean + sum of amplitude cos(2 pi k.x / L + phase)}.
 *
 * @param waves its terms
 */
public record CosineSeries(double mean, List<Wave> waves) implements StateSampler {
  /** One term, with an integer wave number along each axis. */
  public record Wave(double amplitude, List<Integer> k, double phase) {
    private void addTo(ModeArray array, int field) {
      array.addWave(
          field,
          amplitude / 2 * Math.cos(phase),
          amplitude / 2 * Math.sin(phase),
          k.stream().mapToInt(Integer::intValue).toArray());
    }
  }

  public CosineSeries {
    waves = List.copyOf(waves);
  }

  /**
   * Coefficients {@code [1, channel, modes...]} of one state with the given channels.
   *
   * @param largestWave the largest wave number along each axis that the solver keeps
   */
  public static Tensor coefficients(List<CosineSeries> channels, Modes modes, Points largestWave) {
    ModeArray array = new ModeArray(modes, channels.size());
    for (int c = 0; c < channels.size(); c++) {
      array.addMean(c, channels.get(c).mean);
      for (Wave wave : channels.get(c).waves) {
        requireFits(wave, largestWave);
        wave.addTo(array, c);
      }
    }
    return array.tensor(channels.size());
  }

  /** Nothing is left to chance. */
  @Override
  public void draw(Rng stream, Grid box, ModeArray states, int field) {
    states.addMean(field, mean);
    waves.forEach(wave -> wave.addTo(states, field));
  }

  @Override
  public int largestWave() {
    return waves.stream().flatMap(wave -> wave.k.stream()).mapToInt(Math::abs).max().orElse(0);
  }

  private static void requireFits(Wave wave, Points largestWave) {
    for (int axis = 0; axis < largestWave.dimension(); axis++) {
      int k = Math.abs(wave.k.get(axis));
      if (k > largestWave.at(axis)) {
        throw new UserError(
            "wave numbers up to %d at this resolution".formatted(largestWave.at(axis)),
            Integer.toString(k),
            "Raise resolution to more than %d or drop the mode.".formatted(2 * k + 1));
      }
    }
  }
}
