package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;

/**
 * Matrices {@code [rows, points]} in the order in which the lanes of a warp take them as right
 * factors of small products (prelude.cu): 32 points after the other, in these 8 rows after the
 * other, and of these two times four numbers for each lane, so that a warp loads without a gap.
 */
final class LaneOrder {
  private static final int POINTS = 32;
  private static final int ROWS = 8;

  /** Where the number comes from that a lane takes as its e-th of one half. */
  private interface Place {
    int of(int lane, int half, int e, int points);
  }

  private LaneOrder() {}

  /** For sums over rows: a lane has two neighbouring rows of four neighbouring points. */
  static Tensor toPoints(Tensor matrix) {
    return ordered(
        matrix,
        (lane, half, e, points) -> {
          int group = lane / 4;
          int row = 2 * (lane % 4) + e % 2;
          int point = 4 * (group / 2) + 16 * (group % 2) + 2 * half + e / 2;
          return row * points + point;
        });
  }

  /** For sums over points: a lane has four neighbouring points of one row, and those 16 further. */
  static Tensor toLines(Tensor matrix) {
    return ordered(
        matrix, (lane, half, e, points) -> lane / 4 * points + 16 * half + 4 * (lane % 4) + e);
  }

  /**
   * Cosines and sines {@code [cos/sin, wave, point]} as left factors, for 8 points and 8 waves
   * after the other, with zeros beyond the last wave.
   *
   * @param down for sums over points; else over waves
   */
  static Tensor waves(Tensor table, boolean down) {
    int waves = Math.toIntExact(table.size(1));
    int points = Math.toIntExact(table.size(2));
    int tiles = Tiles.count(waves, ROWS);
    float[] from = table.to(DType.FLOAT32).toFloats();
    float[] to = new float[points / 8 * tiles * 128];
    for (int i = 0; i < to.length; i++) {
      int tile = i / 128;
      int group = i / 4 % 32 / 4;
      int step = i / 4 % 4 + 4 * (i % 4 / 2);
      int wave = tile % tiles * 8 + (down ? group : step);
      int point = tile / tiles * 8 + (down ? step : group);
      if (wave < waves) {
        to[i] = from[(i % 2 * waves + wave) * points + point];
      }
    }
    return Tensor.of(to, to.length);
  }

  private static Tensor ordered(Tensor matrix, Place place) {
    int rows = Math.toIntExact(matrix.size(0));
    int points = Math.toIntExact(matrix.size(1));
    float[] from = matrix.to(DType.FLOAT32).toFloats();
    float[] to = new float[from.length];
    int at = 0;
    for (int stretch = 0; stretch < points; stretch += POINTS) {
      for (int row = 0; row < rows; row += ROWS) {
        for (int half = 0; half < 2; half++) {
          for (int i = 0; i < 4 * 32; i++) {
            int within = place.of(i / 4, half, i % 4, points);
            to[at++] = from[row * points + stretch + within];
          }
        }
      }
    }
    return Tensor.of(to, rows, points);
  }
}
