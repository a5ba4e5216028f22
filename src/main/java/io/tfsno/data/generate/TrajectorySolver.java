package io.tfsno.data.generate;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SetFile;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.BlowUp;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Solver;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Integrates what a {@link SolveSpec} states and writes it, in float64. */
public final class TrajectorySolver {
  private static final int MOST_REFINEMENT = 1024;
  private static final double ADVICE_SECONDS = 15;

  private final SolveSpec spec;
  private final Path folder;
  private final Device device;
  private final Equation equation;

  /**
   * @param folder where a file named in the specification is looked for
   */
  public TrajectorySolver(SolveSpec spec, Path folder, Device device) {
    this.spec = spec;
    this.folder = folder;
    this.device = device;
    this.equation = spec.resolvedEquation();
  }

  public void solve(Path out, boolean force, Cancellation cancellation, ProgressListener listener) {
    DataFiles.requireFree(out, force);
    try (Scope scope = new Scope();
        SetFile file = SetFile.createSingle(out, description())) {
      Solver solver = solver(spec.substeps());
      Tensor initial = initial(solver);
      try {
        solver.run(
            initial,
            spec.snapshots().count(),
            spec.grid().points(),
            cancellation,
            (index, values) -> {
              file.write(index, values.toDoubles());
              listener.progress(index + 1, spec.snapshots().count(), "");
            });
      } catch (BlowUp e) {
        throw new UserError(e.getMessage() + ". " + advice(initial, e, cancellation), e);
      }
      file.complete();
    }
  }

  private FlatSet description() {
    Map<String, Object> attributes = new LinkedHashMap<>(equation.parameters());
    attributes.put("equation", equation.type().name());
    attributes.put("solver_dt", spec.snapshots().interval() / spec.substeps());
    attributes.put("solver_resolution", resolution(spec.solverGrid()));
    attributes.put("original_resolution", resolution(spec.grid()));
    attributes.put("generator", "tfsno " + BuildInfo.version());
    return new FlatSet(
        "",
        FloatType.FLOAT64,
        1,
        spec.snapshots().count(),
        equation.type().fields(),
        spec.grid(),
        spec.snapshots().interval(),
        attributes);
  }

  /** One number where it serves all axes, else text. */
  private static Object resolution(Grid grid) {
    Points points = grid.points();
    return points.equalAlongAxes() ? (Object) (long) points.last() : points.text();
  }

  private Solver solver(int substeps) {
    return new Solver(equation, spec.solverGrid(), spec.snapshots().interval(), substeps, device);
  }

  private Tensor initial(Solver solver) {
    if (spec.initial().file() != null) {
      return fromFile(folder.resolve(spec.initial().file()), solver);
    }
    return CosineSeries.coefficients(spec.series(equation), solver.modes(), solver.largestWave());
  }

  /**
   * A field {@code [channel, x(, y, z)]}, or {@code [x(, y, z)]} for one channel, on any grid whose
   * sides are in the proportion of the stored one's.
   */
  private Tensor fromFile(Path file, Solver solver) {
    NpyArray array = Npy.read(file);
    int[] shape = array.shape();
    int dimension = equation.dimension();
    boolean bare = shape.length == dimension && equation.channels() == 1;
    int[] space = bare ? shape : Arrays.copyOfRange(shape, Math.min(1, shape.length), shape.length);
    boolean fits =
        space.length == dimension
            && (bare || shape[0] == equation.channels())
            && inProportion(space);
    if (!fits) {
      throw DataFiles.error(
          file,
          "an array [%d, %s] with the fields of %s"
              .formatted(equation.channels(), expectedSides(), equation.type().name()),
          Arrays.toString(shape),
          "Save it in that shape.");
    }
    double[] values = array.doubles();
    if (!Arrays.stream(values).allMatch(Double::isFinite)) {
      throw DataFiles.error(file, "finite numbers", "NaN or infinity", "Clean the field first.");
    }
    Tensor field = Tensor.of(values, Points.of(space).shape(1, equation.channels()));
    return solver.coefficients(Resample.to(field, spec.solverGrid().points()));
  }

  private boolean inProportion(int... space) {
    Points stored = spec.grid().points();
    boolean fits = true;
    for (int axis = 0; axis < space.length; axis++) {
      fits &= space[axis] >= 4;
      fits &= (long) space[axis] * stored.at(0) == (long) space[0] * stored.at(axis);
    }
    return fits;
  }

  /** {@code N, N} for equal sides, {@code 2n, 3n} for 64 x 96 points. */
  private String expectedSides() {
    Points stored = spec.grid().points();
    int common = stored.perAxis().stream().reduce(0, TrajectorySolver::commonDivisor);
    return stored.perAxis().stream()
        .map(n -> stored.equalAlongAxes() ? "N" : n / common + "n")
        .collect(Collectors.joining(", "));
  }

  private static int commonDivisor(int a, int b) {
    return b == 0 ? a : commonDivisor(b, a % b);
  }

  /** Tries smaller steps up to the time of the failure and says which one gets through. */
  private String advice(Tensor initial, BlowUp failure, Cancellation cancellation) {
    int until = (int) Math.round(failure.before() / spec.snapshots().interval()) + 1;
    double expected = 0;
    for (int refine = 2; refine <= MOST_REFINEMENT && expected < ADVICE_SECONDS; refine *= 2) {
      Solver finer = solver(spec.substeps() * refine);
      long start = System.nanoTime();
      try {
        finer.run(
            initial,
            until,
            Points.cube(equation.dimension(), 4),
            cancellation,
            (index, values) -> {});
        return "solver.dt = %.6g gets past that time: use it, or a smaller one."
            .formatted(finer.dt());
      } catch (BlowUp e) {
        expected = 2 * (System.nanoTime() - start) * 1e-9;
      }
    }
    return "Steps down to several times smaller did not help. An explicit step is stable while max|velocity| * k_max * dt stays below about 2: lower solver.dt, or check parameters and initial state, since the solution itself may grow without bound.";
  }
}
