package io.tfsno.nn.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The orders by what they are for: with the layout of the m16n8k8 product's factors, as the maker
 * of the chips documents it, sums over the products give the matrix product.
 */
class LaneOrderTest {
  private static final int POINTS = 64;
  private static final int ROWS = 16;

  /** Whole numbers, so that sums are exact. */
  private static float[] matrix(int rows, int points) {
    float[] values = new float[rows * points];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i * 7919L) % 101 - 50;
    }
    return values;
  }

  /** Of every pitch-th number of a matrix, from one on, with all of a vector. */
  private static double product(float[] matrix, int first, int pitch, float[] vector) {
    double sum = 0;
    for (int i = 0; i < vector.length; i++) {
      sum += matrix[first + pitch * i] * vector[i];
    }
    return sum;
  }

  @Test
  void linesBecomePoints() {
    float[] matrix = matrix(ROWS, POINTS);
    float[] line = matrix(1, ROWS);
    double[] points = new double[POINTS];
    try (Scope scope = new Scope()) {
      float[] ordered = LaneOrder.toPoints(Tensor.of(matrix, ROWS, POINTS)).toFloats();
      for (int i = 0; i < ordered.length; i++) {
        int block = i / 256;
        int lane = i / 4 % 32;
        // Column `group` of tile j; summed index tid for the first of a pair, tid + 4 for the
        // second.
        int tile = i / 128 % 2 * 2 + i % 4 / 2;
        int group = lane / 4;
        int point = 32 * (block / 2) + 16 * (group % 2) + 4 * (group / 2) + tile;
        int pair = 2 * (lane % 4) + i % 2;
        points[point] += ordered[i] * line[8 * (block % 2) + pair];
      }
    }
    for (int p = 0; p < POINTS; p++) {
      assertThat(points[p]).as("point %d", p).isEqualTo(product(matrix, p, POINTS, line));
    }
  }

  @Test
  void pointsBecomeLines() {
    float[] matrix = matrix(ROWS, POINTS);
    float[] field = matrix(1, POINTS);
    double[] line = new double[ROWS];
    try (Scope scope = new Scope()) {
      float[] ordered = LaneOrder.toLines(Tensor.of(matrix, ROWS, POINTS)).toFloats();
      for (int i = 0; i < ordered.length; i++) {
        int block = i / 256;
        int lane = i / 4 % 32;
        // What a lane holds of a field: four columns from 4 tid on, and four 16 further.
        int point = 32 * (block / 2) + 16 * (i / 128 % 2) + 4 * (lane % 4) + i % 4;
        line[8 * (block % 2) + lane / 4] += ordered[i] * field[point];
      }
    }
    for (int r = 0; r < ROWS; r++) {
      assertThat(line[r]).as("row %d", r).isEqualTo(product(matrix, r * POINTS, 1, field));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void wavesAreLeftFactors(boolean down) {
    int waves = 10;
    int points = 16;
    float[] table = matrix(2 * waves, points);
    float[] factor = matrix(1, down ? points : waves);
    double[] found = new double[2 * (down ? waves : points)];
    try (Scope scope = new Scope()) {
      float[] ordered = LaneOrder.waves(Tensor.of(table, 2, waves, points), down).toFloats();
      for (int i = 0; i < ordered.length; i++) {
        int tile = i / 128;
        // Numbers of a left factor: rows group and group + 8 of column tid, then of column tid + 4.
        int group = i / 4 % 32 / 4;
        int column = i / 4 % 4 + 4 * (i % 4 / 2);
        int wave = 8 * (tile % 2) + (down ? group : column);
        int point = 8 * (tile / 2) + (down ? column : group);
        if (wave >= waves) {
          assertThat(ordered[i]).isZero();
        } else {
          found[i % 2 * (found.length / 2) + (down ? wave : point)] +=
              ordered[i] * factor[down ? point : wave];
        }
      }
    }
    for (int half = 0; half < 2; half++) {
      for (int n = 0; n < found.length / 2; n++) {
        int first = half * waves * points + (down ? n * points : n);
        assertThat(found[half * (found.length / 2) + n])
            .as("number %d", n)
            .isEqualTo(product(table, first, down ? 1 : points, factor));
      }
    }
  }
}
