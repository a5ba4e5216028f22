package io.tfsno.pde;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.List;

/**
 * A field stated as a formula: {@code mean + sum of amplitude cos(2 pi k.x / L + phase)}.
 *
 * @param waves its terms
 */
public record CosineSeries(double mean, List<Wave> waves) {
  /** One term, with an integer wave number along each axis. */
  public record Wave(double amplitude, List<Integer> k, double phase) {}

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
      array.addWave(c, channels.get(c).mean / 2, 0, new int[modes.dimension()]);
      for (Wave wave : channels.get(c).waves) {
        requireFits(wave, largestWave);
        array.addWave(
            c,
            wave.amplitude / 2 * Math.cos(wave.phase),
            wave.amplitude / 2 * Math.sin(wave.phase),
            wave.k.stream().mapToInt(Integer::intValue).toArray());
      }
    }
    return array.tensor(channels.size());
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
