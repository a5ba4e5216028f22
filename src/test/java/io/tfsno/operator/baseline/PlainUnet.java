package io.tfsno.operator.baseline;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The U-Net once more, in plain loops and float64, on one sample {@code [channel][x][y]} that wraps
 * around along x and has walls along y. One block per level.
 */
final class PlainUnet {
  private final Parameters parameters;
  private final int groups;

  PlainUnet(Parameters parameters, int groups) {
    this.parameters = parameters;
    this.groups = groups;
  }

  double[][][] apply(double[][][] u, int levels) {
    Deque<double[][][]> skips = new ArrayDeque<>();
    double[][][] v = conv("lift", u, 1);
    skips.push(v);
    for (int level = 0; level < levels; level++) {
      v = block("down." + level + ".0", v);
      skips.push(v);
      if (level < levels - 1) {
        v = conv("halving." + level, v, 2);
        skips.push(v);
      }
    }
    v = block("middle.1", block("middle.0", v));
    for (int level = levels - 1; level >= 0; level--) {
      v = block("up." + level + ".0", joined(v, skips.pop()));
      v = block("up." + level + ".1", joined(v, skips.pop()));
      if (level > 0) {
        v = transposed("doubling." + (level - 1), v);
      }
    }
    return conv("head", gelu(norm("head.norm", v)), 1);
  }

  private double[][][] block(String name, double[][][] z) {
    double[][][] h = conv(name + ".conv.0", gelu(norm(name + ".norm.0", z)), 1);
    double[][][] out = conv(name + ".conv.1", gelu(norm(name + ".norm.1", h)), 1);
    double[] weight = z.length == out.length ? null : values(name + ".shortcut.weight");
    for (int c = 0; c < out.length; c++) {
      for (int x = 0; x < z[0].length; x++) {
        for (int y = 0; y < z[0][0].length; y++) {
          if (weight == null) {
            out[c][x][y] += z[c][x][y];
          } else {
            out[c][x][y] += values(name + ".shortcut.bias")[c];
            for (int k = 0; k < z.length; k++) {
              out[c][x][y] += weight[c * z.length + k] * z[k][x][y];
            }
          }
        }
      }
    }
    return out;
  }

  /** Three points wide, around every stride-th point. */
  private double[][][] conv(String name, double[][][] z, int stride) {
    double[] weight = values(name + ".weight");
    double[] bias = values(name + ".bias");
    int nx = z[0].length;
    int ny = z[0][0].length;
    double[][][] out = new double[bias.length][nx / stride][ny / stride];
    for (int c = 0; c < bias.length; c++) {
      for (int x = 0; x < nx / stride; x++) {
        for (int y = 0; y < ny / stride; y++) {
          double sum = bias[c];
          for (int k = 0; k < z.length; k++) {
            for (int i = 0; i < 3; i++) {
              for (int j = 0; j < 3; j++) {
                int yy = y * stride + j - 1;
                if (yy >= 0 && yy < ny) {
                  int xx = Math.floorMod(x * stride + i - 1, nx);
                  sum += weight[((c * z.length + k) * 3 + i) * 3 + j] * z[k][xx][yy];
                }
              }
            }
          }
          out[c][x][y] = sum;
        }
      }
    }
    return out;
  }

  /** Every point is spread over four by four of the doubled grid. */
  private double[][][] transposed(String name, double[][][] z) {
    double[] weight = values(name + ".weight");
    double[] bias = values(name + ".bias");
    int nx = 2 * z[0].length;
    int ny = 2 * z[0][0].length;
    double[][][] out = new double[bias.length][nx][ny];
    for (int c = 0; c < bias.length; c++) {
      for (double[] row : out[c]) {
        java.util.Arrays.fill(row, bias[c]);
      }
      for (int k = 0; k < z.length; k++) {
        for (int x = 0; x < nx / 2; x++) {
          for (int y = 0; y < ny / 2; y++) {
            for (int i = 0; i < 4; i++) {
              for (int j = 0; j < 4; j++) {
                int yy = 2 * y + j - 1;
                if (yy >= 0 && yy < ny) {
                  int xx = Math.floorMod(2 * x + i - 1, nx);
                  out[c][xx][yy] += weight[((k * bias.length + c) * 4 + i) * 4 + j] * z[k][x][y];
                }
              }
            }
          }
        }
      }
    }
    return out;
  }

  private double[][][] norm(String name, double[][][] z) {
    double[] scale = values(name + ".weight");
    double[] shift = values(name + ".bias");
    int size = z.length / groups;
    double[][][] out = new double[z.length][z[0].length][z[0][0].length];
    for (int first = 0; first < z.length; first += size) {
      List<Double> all = new ArrayList<>();
      for (int c = first; c < first + size; c++) {
        for (double[] row : z[c]) {
          for (double value : row) {
            all.add(value);
          }
        }
      }
      double mean = all.stream().mapToDouble(a -> a).average().orElseThrow();
      double variance =
          all.stream().mapToDouble(a -> (a - mean) * (a - mean)).average().orElseThrow();
      for (int c = first; c < first + size; c++) {
        for (int x = 0; x < z[0].length; x++) {
          for (int y = 0; y < z[0][0].length; y++) {
            double normal = (z[c][x][y] - mean) / Math.sqrt(variance + 1e-5);
            out[c][x][y] = normal * scale[c] + shift[c];
          }
        }
      }
    }
    return out;
  }

  private static double[][][] gelu(double[][][] z) {
    for (double[][] plane : z) {
      for (double[] row : plane) {
        for (int y = 0; y < row.length; y++) {
          row[y] *= normalDistribution(row[y]);
        }
      }
    }
    return z;
  }

  /** The integral of the bell curve up to x, by Simpson's rule from zero. */
  private static double normalDistribution(double x) {
    int n = 200;
    double sum = 0;
    for (int i = 0; i <= n; i++) {
      double t = x * i / n;
      double weight = i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * Math.exp(-t * t / 2);
    }
    return 0.5 + sum * x / (3 * n) / Math.sqrt(2 * Math.PI);
  }

  private static double[][][] joined(double[][][] a, double[][][] b) {
    double[][][] both = new double[a.length + b.length][][];
    System.arraycopy(a, 0, both, 0, a.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private double[] values(String name) {
    Tensor tensor = parameters.get(name);
    return tensor.toDoubles();
  }
}
