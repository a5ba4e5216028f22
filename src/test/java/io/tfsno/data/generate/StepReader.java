package io.tfsno.data.generate;

import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import io.tfsno.spectral.SingleFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Steps of a set, with the state and two local products as features: {@code N(u)}, the products of
 * an equation {@code u_t = Lop u + N(u)}, and {@code N'(u) u_t}, their rate of change. Products are
 * formed on 3/2 of the stored points, as the solver forms them.
 */
final class StepReader implements AutoCloseable {
  private static final double SMALL = 1e-3;

  private final Points points;
  private final SingleFields fields;
  private final Nonlinearity nonlinear;
  private final Tensor linear;
  private final Tensor factor;
  private final int[] places;

  /**
   * @param equation with coefficients typical of the set
   */
  StepReader(Equation equation, Grid stored) {
    points = Dealiasing.gridFor(stored.points());
    fields =
        new SingleFields(
            stored.with(points), Dealiasing.largestWaves(points), DType.FLOAT64, Device.CPU);
    nonlinear = equation.nonlinear(fields);
    linear = masked(equation.linear(fields.wavenumbers()));
    factor = masked(nonlinear.factor());
    int nyquist = stored.points().last() / 2;
    places =
        IntStream.range(0, fields.modes().count())
            .filter(place -> squared(place) < nyquist * nyquist)
            .toArray();
  }

  private Tensor masked(Symbol symbol) {
    double[] mask = fields.mask();
    double[] re = symbol.re()[0].clone();
    double[] im = symbol.isReal() ? new double[re.length] : symbol.im()[0].clone();
    Arrays.setAll(re, i -> mask[i] * re[i]);
    Arrays.setAll(im, i -> mask[i] * im[i]);
    return fields.table(new double[][] {re}, new double[][] {im});
  }

  private int squared(int place) {
    return Arrays.stream(fields.modes().arrayWaves(place)).map(m -> m * m).sum();
  }

  /** The number of each wave's shell: waves of exactly the same length share one. */
  int[] shells() {
    int[] lengths = IntStream.of(places).map(this::squared).sorted().distinct().toArray();
    return IntStream.of(places).map(i -> Arrays.binarySearch(lengths, squared(i))).toArray();
  }

  /** The wave number of each wave along the first axis. */
  double[] wavenumbers() {
    double[] all = fields.wavenumbers().map(k -> k.x());
    return IntStream.of(places).mapToDouble(place -> all[place]).toArray();
  }

  /** The step of all trajectories from one snapshot to the next. */
  List<Step> read(TrajectorySet set, int snapshot) {
    Tensor v = coefficients(set, snapshot);
    Tensor product = product(v);
    Tensor rate = product.addProduct(v, linear);
    Tensor change =
        product(v.addScaled(rate, SMALL)).sub(product(v.addScaled(rate, -SMALL))).mul(0.5 / SMALL);
    double[][][] features = {perTrajectory(v), perTrajectory(product), perTrajectory(change)};
    double[][] next = perTrajectory(coefficients(set, snapshot + 1));
    double[] theta = hidden(set);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < theta.length; i++) {
      int own = i;
      steps.add(
          new Step(
              Arrays.stream(features).map(f -> f[own]).toArray(double[][]::new),
              next[i],
              theta[i],
              snapshot * set.dt()));
    }
    return steps;
  }

  private Tensor coefficients(TrajectorySet set, int snapshot) {
    Tensor stored = set.fields(0, (int) set.trajectories(), snapshot).to(DType.FLOAT64);
    return fields.singleCoefficients(Resample.to(stored, points));
  }

  private Tensor product(Tensor v) {
    return nonlinear.product().of(v, 0).mul(factor);
  }

  /** Waves whose partner is not in the half spectrum count twice. */
  private double[][] perTrajectory(Tensor coefficients) {
    int count = (int) coefficients.size(0);
    double[] all = coefficients.asReal().contiguous().toDoubles();
    double[][] rows = new double[count][2 * places.length];
    for (int w = 0; w < places.length; w++) {
      int[] waves = fields.modes().arrayWaves(places[w]);
      double weight = waves[waves.length - 1] == 0 ? 1 : Math.sqrt(2);
      for (int b = 0; b < count; b++) {
        int at = all.length / count * b + 2 * places[w];
        rows[b][2 * w] = weight * all[at];
        rows[b][2 * w + 1] = weight * all[at + 1];
      }
    }
    return rows;
  }

  /** The first of the parameters, or the phase. */
  private static double[] hidden(TrajectorySet set) {
    int count = (int) set.trajectories();
    int width = set.conditions().declared().parameters().size();
    if (width == 0) {
      return set.conditions().phases(0, count);
    }
    double[] all = set.conditions().parameters(0, count);
    return IntStream.range(0, count).mapToDouble(i -> all[i * width]).toArray();
  }

  @Override
  public void close() {
    fields.close();
  }
}
