package io.tfsno.pde.solver;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import io.tfsno.pde.Laws;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Holds the solver on a GPU against the CPU: the same trajectories must come to the same fields,
 * whether they run in kernels or on libtorch's operations.
 */
public final class SolverCheck {
  /** Of an odd number, the last trajectory has no partner in its array. */
  private static final int TRAJECTORIES = 3;

  /** Axes that differ, of radices 8, 6 and 5. */
  private static final int[] PER_AXIS = {48, 40, 30};

  private static final int SNAPSHOTS = 6;
  private static final int SUBSTEPS = 4;

  /**
   * A step rounds by 1e-16 some hundred times, and 20 steps of these flows stretch errors little.
   */
  private static final double TOLERANCE = 1e-11;

  /**
   * One of each kind: products with and without views, complex symbols, several channels, sources;
   * the last two have no kernels.
   */
  private static final List<String> EQUATIONS =
      List.of(
          "burgers1d",
          "kdv1d",
          "allen_cahn2d",
          "ks2d",
          "navier_stokes2d",
          "kolmogorov2d",
          "gray_scott2d",
          "heat1d",
          "allen_cahn3d");

  private final Device device;

  public SolverCheck(Device device) {
    this.device = device;
  }

  /**
   * @param difference of all snapshots from the CPU's, relative to the largest value
   */
  public record Row(String equation, double difference) {
    public boolean passed() {
      return difference <= TOLERANCE;
    }
  }

  public List<Row> run() {
    List<Row> rows = new ArrayList<>();
    for (String name : EQUATIONS) {
      Equation equation = Equations.named(name).create(Map.of());
      rows.add(compare(name, Laws.common(equation)));
    }
    EquationType burgers = Equations.named("burgers1d");
    List<Equation> each = new ArrayList<>();
    for (int i = 1; i <= TRAJECTORIES; i++) {
      each.add(burgers.create(Map.of("nu", 0.01 * i)));
    }
    rows.add(compare("burgers1d, a law for each", Laws.each(each)));
    return rows;
  }

  private Row compare(String name, Laws laws) {
    double[] truth = solved(laws, Device.CPU);
    double[] found = solved(laws, device);
    double difference = 0;
    double size = 0;
    for (int i = 0; i < truth.length; i++) {
      double one = Math.abs(found[i] - truth[i]);
      difference = Double.isNaN(one) ? Double.POSITIVE_INFINITY : Math.max(difference, one);
      size = Math.max(size, Math.abs(truth[i]));
    }
    return new Row(name, difference / size);
  }

  /** All snapshots, one after another. */
  private static double[] solved(Laws laws, Device device) {
    EquationType type = laws.first().type();
    Points points = Points.of(Arrays.copyOf(PER_AXIS, type.dimension()));
    double[] lengths = new double[type.dimension()];
    Arrays.fill(lengths, type.length());
    Grid grid = Grid.periodic(points, lengths);
    List<double[]> all = new ArrayList<>();
    try (Scope scope = new Scope()) {
      Solver solver = new Solver(laws, grid, SUBSTEPS * type.dt(), SUBSTEPS, device);
      solver.run(
          solver.coefficients(waves(points, type.fields().size())),
          SNAPSHOTS,
          points,
          new Cancellation(),
          (index, values) -> all.add(values.toDoubles()));
    }
    return all.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  /** Positive fields of a few waves, another one for each trajectory and channel. */
  private static Tensor waves(Points points, int channels) {
    int cells = points.cells();
    double[] u = new double[TRAJECTORIES * channels * cells];
    for (int field = 0; field < TRAJECTORIES * channels; field++) {
      for (int cell = 0; cell < cells; cell++) {
        double value = 0.5;
        int rest = cell;
        for (int axis = points.dimension() - 1; axis >= 0; axis--) {
          double x = 2 * Math.PI * (rest % points.at(axis)) / points.at(axis);
          value += 0.1 * Math.cos((1 + axis) * x + field) + 0.05 * Math.sin(3 * x - 2 * field);
          rest /= points.at(axis);
        }
        u[field * cells + cell] = value;
      }
    }
    return Tensor.of(u, points.shape(TRAJECTORIES, channels));
  }
}
