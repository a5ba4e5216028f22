package io.tfsno.operator.tfsno;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.tfsno.ModeTable.OfMode;
import io.tfsno.operator.tfsno.cuda.GateParts;
import java.util.List;

/**
 * The eight statistics and eight more that tell directions apart.
 *
 * <p>In 2D: centroid and spread of the power along each axis, with wave numbers as shares of the
 * largest, and the shares of energy with k1 k2 &gt; 0 and k1 k2 &lt; 0 (modes on an axis count half
 * to each), for low and high radii. A line has no directions: there they are centroid and spread
 * within the lower and the upper half of the modes, and the shares of the four quarters.
 */
final class DirectionalStatistics implements Features {
  private static final double EPS_BAND = 1e-3;

  private final SpectrumStatistics spectrum;
  private final StateStatistics basic;
  private final ModeTable table;

  DirectionalStatistics(SpectrumStatistics spectrum, ModeTable table) {
    this.spectrum = spectrum;
    this.basic = new StateStatistics(spectrum, Statistic.all());
    this.table = table;
  }

  @Override
  public int size() {
    return 16;
  }

  @Override
  public Tensor of(Tensor z, Tensor x) {
    int points = Math.toIntExact(z.size(-1));
    SpectrumStatistics.Distribution distribution = spectrum.distribution(x, points);
    Tensor eight = Tensor.cat(0, basic.list(z, distribution));
    return Tensor.cat(0, eight, ofDirections(distribution.share(), points));
  }

  @Override
  public List<Statistic> basic() {
    return Statistic.all();
  }

  @Override
  public GateParts.Source others() {
    return (z, x) -> {
      int points = Math.toIntExact(z.size(-1));
      return ofDirections(spectrum.distribution(x, points).share(), points);
    };
  }

  private Tensor ofDirections(Tensor p, int points) {
    return table.modes().dimension() == 1 ? onLine(p, points) : onPlane(p, points);
  }

  private Tensor onPlane(Tensor p, int points) {
    int largest = Math.max(table.modes().rows().positive(), table.modes().columns().positive() - 1);
    OfMode q1 = (k1, k2) -> Math.abs(k1) / (double) largest;
    OfMode q2 = (k1, k2) -> k2 / (double) largest;
    Tensor centroids = table.rows("q1, q2", points, p.device(), q1, q2).matmul(p);
    Tensor spread1 = spread("q1", q1, p, centroids.narrow(0, 0, 1), points);
    Tensor spread2 = spread("q2", q2, p, centroids.narrow(0, 1, 1), points);
    Tensor shares =
        table
            .rows(
                "quadrants",
                points,
                p.device(),
                (k1, k2) -> quadrant(k1 * k2, 1) * low(k1, k2),
                (k1, k2) -> quadrant(k1 * k2, 1) * (1 - low(k1, k2)),
                (k1, k2) -> quadrant(k1 * k2, -1) * low(k1, k2),
                (k1, k2) -> quadrant(k1 * k2, -1) * (1 - low(k1, k2)))
            .matmul(p);
    return Tensor.cat(0, centroids, spread1, spread2, shares);
  }

  private Tensor spread(String name, OfMode q, Tensor p, Tensor centroid, int points) {
    Tensor deviation = table.column(name, points, p.device(), q).sub(centroid);
    Tensor variance = deviation.square().mul(p).sum(0);
    return variance.add(SpectrumStatistics.EPS_SPREAD).sqrt().view(1, -1);
  }

  private Tensor onLine(Tensor p, int points) {
    Device device = p.device();
    Tensor quarters =
        table
            .rows(
                "quarters",
                points,
                device,
                (k1, k2) -> quarter(k2) == 0 ? 1 : 0,
                (k1, k2) -> quarter(k2) == 1 ? 1 : 0,
                (k1, k2) -> quarter(k2) == 2 ? 1 : 0,
                (k1, k2) -> quarter(k2) == 3 ? 1 : 0)
            .matmul(p);
    Tensor[] lower = half("low", this::low, p, points);
    Tensor[] upper = half("high", (k1, k2) -> 1 - low(k1, k2), p, points);
    return Tensor.cat(0, lower[0], lower[1], upper[0], upper[1], quarters);
  }

  /** Centroid and spread of the power within one half of the modes. */
  private Tensor[] half(String name, OfMode inside, Tensor p, int points) {
    Device device = p.device();
    OfMode radiusInside = (k1, k2) -> table.radius(k1, k2) * inside.at(k1, k2);
    Tensor sums = table.rows(name, points, device, inside, radiusInside).matmul(p);
    Tensor energy = sums.narrow(0, 0, 1).add(EPS_BAND);
    Tensor centroid = sums.narrow(0, 1, 1).div(energy);
    Tensor deviation = table.column("radius", points, device, table::radius).sub(centroid);
    Tensor within = table.column(name, points, device, inside).mul(p);
    Tensor variance = deviation.square().mul(within).sum(0).view(1, -1).div(energy);
    return new Tensor[] {centroid, variance.add(SpectrumStatistics.EPS_SPREAD).sqrt()};
  }

  private double low(int k1, int k2) {
    return table.radius(k1, k2) <= 0.5 ? 1 : 0;
  }

  /** The quarter (j/4, (j+1)/4] of the radius, with 0 in the first. */
  private int quarter(int k2) {
    return Math.max(0, (int) Math.ceil(4 * table.radius(0, k2)) - 1);
  }

  private static double quadrant(int product, int sign) {
    return product == 0 ? 0.5 : Integer.signum(product) == sign ? 1 : 0;
  }
}
