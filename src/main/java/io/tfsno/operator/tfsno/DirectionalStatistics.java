package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.ModeTable.OfMode;
import io.tfsno.operator.tfsno.statistic.Spectrum;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;

/**
 * The statistics of the paper and others that tell directions apart.
 *
 * <p>These are centroid and spread of the power along each axis, with wave numbers as shares of the
 * largest, and for each pair of axes the shares of energy with k_a k_b &gt; 0 and k_a k_b &lt; 0
 * (modes on an axis count half to each), for low and high radii. In 1D there are no directions:
 * there they are centroid and spread within the lower and the upper half of the modes, and the
 * shares of the four quarters.
 */
final class DirectionalStatistics implements Features {
  private static final double EPS_BAND = 1e-3;
  private static final int QUARTERS = 4;

  private final StateStatistics basic;
  private final ModeTable table;
  private final int dimension;

  DirectionalStatistics(ModeTable table, TrainingGrid grid) {
    this.basic = new StateStatistics(Statistics.ofPaper(), grid);
    this.table = table;
    this.dimension = table.modes().dimension();
  }

  @Override
  public int size() {
    int halves = 2;
    int pairs = dimension * (dimension - 1) / 2;
    int ofDirections = dimension == 1 ? 2 * halves + QUARTERS : 2 * dimension + 4 * pairs;
    return basic.size() + ofDirections;
  }

  @Override
  public Tensor of(GateInput input) {
    return Tensor.cat(0, basic.of(input), others(input));
  }

  @Override
  public List<String> fused() {
    return basic.fused();
  }

  @Override
  public boolean fuses(Points points) {
    return basic.fuses(points);
  }

  @Override
  public Tensor others(GateInput input) {
    Spectrum spectrum = input.spectrum();
    return dimension == 1 ? ofHalvesAndQuarters(spectrum) : ofAxes(spectrum);
  }

  private Tensor ofAxes(Spectrum spectrum) {
    double largest = table.largestWave();
    OfMode[] q = new OfMode[dimension];
    for (int a = 0; a < dimension; a++) {
      int axis = a;
      q[a] = k -> Math.abs(k[axis]) / largest;
    }
    List<Tensor> parts = new ArrayList<>();
    Tensor centroids = spectrum.rows("axes", q).matmul(spectrum.share());
    parts.add(centroids);
    for (int a = 0; a < dimension; a++) {
      parts.add(spread(spectrum, "axis " + a, q[a], centroids.narrow(0, a, 1)));
    }
    parts.add(spectrum.rows("quadrants", quadrants()).matmul(spectrum.share()));
    return Tensor.cat(0, parts.toArray(Tensor[]::new));
  }

  private OfMode[] quadrants() {
    List<OfMode> all = new ArrayList<>();
    for (int a = 0; a < dimension; a++) {
      for (int b = a + 1; b < dimension; b++) {
        for (int sign : new int[] {1, -1}) {
          int first = a;
          int second = b;
          all.add(k -> quadrant(k[first] * k[second], sign) * low(k));
          all.add(k -> quadrant(k[first] * k[second], sign) * (1 - low(k)));
        }
      }
    }
    return all.toArray(OfMode[]::new);
  }

  private static Tensor spread(Spectrum spectrum, String name, OfMode q, Tensor centroid) {
    Tensor deviation = spectrum.column(name, q).sub(centroid);
    Tensor variance = deviation.square().mul(spectrum.share()).sum(0);
    return variance.add(Spectrum.EPS_SPREAD).sqrt().view(1, -1);
  }

  private Tensor ofHalvesAndQuarters(Spectrum spectrum) {
    OfMode[] quarters = new OfMode[QUARTERS];
    for (int q = 0; q < QUARTERS; q++) {
      int quarter = q;
      quarters[q] = k -> quarter(k[0]) == quarter ? 1 : 0;
    }
    Tensor shares = spectrum.rows("quarters", quarters).matmul(spectrum.share());
    Tensor[] lower = half(spectrum, "low", this::low);
    Tensor[] upper = half(spectrum, "high", k -> 1 - low(k));
    return Tensor.cat(0, lower[0], lower[1], upper[0], upper[1], shares);
  }

  /** Centroid and spread of the power within one half of the modes. */
  private Tensor[] half(Spectrum spectrum, String name, OfMode inside) {
    OfMode radiusInside = k -> table.radius(k) * inside.at(k);
    Tensor sums = spectrum.rows(name, inside, radiusInside).matmul(spectrum.share());
    Tensor energy = sums.narrow(0, 0, 1).add(EPS_BAND);
    Tensor centroid = sums.narrow(0, 1, 1).div(energy);
    Tensor deviation = spectrum.column("radius", table::radius).sub(centroid);
    Tensor within = spectrum.column(name, inside).mul(spectrum.share());
    Tensor variance = deviation.square().mul(within).sum(0).view(1, -1).div(energy);
    return new Tensor[] {centroid, variance.add(Spectrum.EPS_SPREAD).sqrt()};
  }

  private double low(int... k) {
    return table.isLow(k) ? 1 : 0;
  }

  /** The quarter (j/4, (j+1)/4] of the radius, with 0 in the first. */
  private int quarter(int k) {
    return Math.max(0, (int) Math.ceil(QUARTERS * table.radius(k)) - 1);
  }

  private static double quadrant(int product, int sign) {
    return product == 0 ? 0.5 : Integer.signum(product) == sign ? 1 : 0;
  }
}
