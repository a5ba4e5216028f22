package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.api.Test;

/** On a plane whose axes differ, a kept wave survives the transform and its inverse. */
class LineMatricesTest {
  private static final int HEIGHT = 12;
  private static final int WIDTH = 20;
  private static final Points GRID = Points.of(HEIGHT, WIDTH);
  private static final Modes MODES = Modes.half(3, 5);
  private static final int ROWS = 16;

  @Test
  void wave_thereAndBack_isTheSameWave() {
    try (Scope scope = new Scope()) {
      for (int k1 = -3; k1 < 3; k1++) {
        for (int k2 = 0; k2 < 5; k2++) {
          double[] wave = wave(k1, k2);
          double[] back = inverse(forward(wave));
          for (int i = 0; i < wave.length; i++) {
            assertThat(back[i])
                .as("waves %d, %d at %d", k1, k2, i)
                .isEqualTo(wave[i], offset(1e-12));
          }
        }
      }
    }
  }

  private static double[] wave(int k1, int k2) {
    double[] values = new double[HEIGHT * WIDTH];
    for (int i = 0; i < values.length; i++) {
      double turns = k1 * (i / WIDTH) / (double) HEIGHT + k2 * (i % WIDTH) / (double) WIDTH;
      values[i] = Math.cos(2 * Math.PI * turns + 0.3);
    }
    // Modes with k2 = 0 come in conjugate pairs, both of which are kept but for k1 = -3.
    return k2 == 0 && k1 == -3 ? new double[values.length] : values;
  }

  /** {@code [x, k1 re/im of k2]} by definition: first the last axis, then the first. */
  private static double[][][] forward(double[] field) {
    double[] toLines = values(LineMatrices.padded(MODES, GRID, ROWS, false));
    double[] waves = values(LineMatrices.waves(MODES.axis(0), HEIGHT));
    int count = MODES.axis(0).count();
    double[][][] modes = new double[count][MODES.last().count()][2];
    for (int x = 0; x < HEIGHT; x++) {
      for (int k = 0; k < MODES.last().count(); k++) {
        double re = line(field, x, toLines, 2 * k);
        double im = line(field, x, toLines, 2 * k + 1);
        for (int w = 0; w < count; w++) {
          double cos = waves[w * HEIGHT + x];
          double sin = waves[(count + w) * HEIGHT + x];
          modes[w][k][0] += re * cos + im * sin;
          modes[w][k][1] += im * cos - re * sin;
        }
      }
    }
    return modes;
  }

  private static double line(double[] field, int x, double[] matrix, int row) {
    double sum = 0;
    for (int n = 0; n < WIDTH; n++) {
      sum += field[x * WIDTH + n] * matrix[row * WIDTH + n];
    }
    return sum;
  }

  private static double[] inverse(double[][][] modes) {
    double[] toPoints = values(LineMatrices.padded(MODES, GRID, ROWS, true));
    double[] waves = values(LineMatrices.waves(MODES.axis(0), HEIGHT));
    int count = MODES.axis(0).count();
    double[] field = new double[HEIGHT * WIDTH];
    for (int i = 0; i < field.length; i++) {
      int x = i / WIDTH;
      for (int w = 0; w < count; w++) {
        double cos = waves[w * HEIGHT + x];
        double sin = waves[(count + w) * HEIGHT + x];
        for (int k = 0; k < MODES.last().count(); k++) {
          double[] m = modes[w][k];
          double re = m[0] * cos - m[1] * sin;
          double im = m[1] * cos + m[0] * sin;
          field[i] += re * toPoints[2 * k * WIDTH + i % WIDTH];
          field[i] += im * toPoints[(2 * k + 1) * WIDTH + i % WIDTH];
        }
      }
    }
    return field;
  }

  private static double[] values(Tensor matrix) {
    return matrix.toDoubles();
  }
}
