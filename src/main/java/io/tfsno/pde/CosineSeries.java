package io.tfsno.pde;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;
import java.util.List;

/**
 * A field stated as a formula: {@code mean + sum of amplitude cos(2 pi k.x / L + phase)}.
 *
 * @param waves its terms
 */
public record CosineSeries(double mean, List<Wave> waves) {
  /** One term, with integer wave numbers along x and y (y is 0 in 1D). */
  public record Wave(double amplitude, int kx, int ky, double phase) {}

  public CosineSeries {
    waves = List.copyOf(waves);
  }

  /**
   * Coefficients {@code [1, channel, modes...]} of one state with the given channels.
   *
   * @param largestWave the largest wave number that the solver keeps
   */
  public static Tensor coefficients(List<CosineSeries> channels, Modes modes, int largestWave) {
    ModeArray array = new ModeArray(modes, channels.size());
    for (int c = 0; c < channels.size(); c++) {
      array.addWave(c, 0, 0, channels.get(c).mean / 2, 0);
      for (Wave wave : channels.get(c).waves) {
        requireFits(wave, largestWave);
        boolean line = modes.dimension() == 1;
        array.addWave(
            c,
            line ? 0 : wave.kx,
            line ? wave.kx : wave.ky,
            wave.amplitude / 2 * Math.cos(wave.phase),
            wave.amplitude / 2 * Math.sin(wave.phase));
      }
    }
    return array.tensor(channels.size());
  }

  private static void requireFits(Wave wave, int largestWave) {
    int largest = Math.max(Math.abs(wave.kx), Math.abs(wave.ky));
    if (largest > largestWave) {
      throw new UserError(
          "wave numbers up to %d at this resolution".formatted(largestWave),
          Integer.toString(largest),
          "Raise resolution to more than %d or drop the mode.".formatted(2 * largest + 1));
    }
  }
}
