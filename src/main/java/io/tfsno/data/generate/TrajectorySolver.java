package io.tfsno.data.generate;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SetFile;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.FloatType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Laws;
import io.tfsno.pde.solver.BlowUp;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Integrates what a {@link SolveSpec} states and writes it, in float64. */
public final class TrajectorySolver {
  private static final int MOST_REFINEMENT = 1024;
  private static final double ADVICE_SECONDS = 15;

  private final SolveSpec spec;
  private final Device device;
  private final StateFile file;
  private final int states;
  private final List<Coefficients.Values> values;
  private final List<Equation> equations;

  /**
   * @param folder where a file named in the specification is looked for
   */
  public TrajectorySolver(SolveSpec spec, Path folder, Device device) {
    this.spec = spec;
    this.device = device;
    Equation first = spec.equation().create(spec.values(spec.listed()).get(0));
    String name = spec.initial().get(0).file();
    file =
        name == null
            ? null
            : new StateFile(
                folder.resolve(name), first.type().name(), first.channels(), spec.grid().points());
    int given = file == null ? spec.initial().size() : file.count();
    states = given == 1 ? spec.listed() : given;
    values = spec.values(states);
    equations = values.stream().map(spec.equation()::create).toList();
  }

  /** How many trajectories there are. */
  public int states() {
    return states;
  }

  public void solve(Path out, boolean force, Cancellation cancellation, ProgressListener listener) {
    DataFiles.requireFree(out, force);
    try (Scope scope = new Scope();
        SetFile written =
            states == 1
                ? SetFile.createSingle(out, description())
                : SetFile.create(out, description())) {
      Solver solver = solver(spec.substeps());
      Tensor initial = initial(solver);
      writeConditions(written);
      try {
        solver.run(
            initial,
            spec.snapshots().skipped(),
            spec.snapshots().count(),
            spec.grid().points(),
            cancellation,
            (index, fields) -> {
              written.write(index, fields.toDoubles());
              listener.progress(index + 1, spec.snapshots().count(), "");
            });
      } catch (BlowUp e) {
        throw new UserError(e.getMessage() + ". " + advice(initial, e, cancellation), e);
      }
      written.complete();
    }
  }

  private FlatSet description() {
    Equation any = equations.get(0);
    Map<String, Object> attributes = new LinkedHashMap<>(any.parameters());
    for (String varying : spec.varying()) {
      attributes.remove(varying);
      spec.equation().otherNames(varying).forEach(attributes::remove);
    }
    attributes.put("equation", any.type().name());
    attributes.put("solver_dt", spec.snapshots().interval() / spec.substeps());
    attributes.put("solver_resolution", SpecRequest.resolution(spec.solverGrid()));
    attributes.put("original_resolution", SpecRequest.resolution(spec.grid()));
    attributes.put("generator", "tfsno " + BuildInfo.version());
    SetConditions conditions = SetConditions.ofParameters(Channel.named(spec.varying()));
    return new FlatSet(
            "",
            FloatType.FLOAT64,
            states,
            spec.snapshots().count(),
            any.type().fields(),
            spec.grid(),
            spec.snapshots().interval(),
            attributes)
        .with(any.autonomous() ? conditions : conditions.withPhase());
  }

  private void writeConditions(SetFile written) {
    List<String> names = spec.varying();
    if (written.holdsConditions() && !names.isEmpty()) {
      written
          .conditions()
          .parameters(
              0,
              values.stream()
                  .flatMapToDouble(v -> names.stream().mapToDouble(v::number))
                  .toArray());
    }
    if (written.holdsConditions() && !equations.get(0).autonomous()) {
      double dropped = spec.snapshots().skipped() * spec.snapshots().interval();
      written
          .conditions()
          .phases(0, values.stream().mapToDouble(v -> v.phase() + dropped).toArray());
    }
  }

  private Laws laws() {
    boolean same = values.stream().distinct().count() == 1;
    return same ? Laws.common(equations.get(0)) : Laws.each(equations);
  }

  private Solver solver(int substeps) {
    return new Solver(laws(), spec.solverGrid(), spec.snapshots().interval(), substeps, device);
  }

  /** One state stands for all where only coefficients differ. */
  private Tensor initial(Solver solver) {
    Tensor given =
        file != null
            ? file.coefficients(laws().common(), spec.solverGrid(), 0, file.count())
            : Tensor.cat(
                0,
                spec.initial().stream()
                    .map(
                        state ->
                            CosineSeries.coefficients(
                                SolveSpec.series(state, equations.get(0)),
                                solver.modes(),
                                solver.largestWave()))
                    .toArray(Tensor[]::new));
    if (given.size(0) == states) {
      return given;
    }
    Tensor[] copies = new Tensor[states];
    Arrays.fill(copies, given);
    return Tensor.cat(0, copies);
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
            Points.cube(equations.get(0).dimension(), 4),
            cancellation,
            (index, fields) -> {});
        return "solver.dt = %.6g gets past that time: use it, or a smaller one."
            .formatted(finer.dt());
      } catch (BlowUp e) {
        expected = 2 * (System.nanoTime() - start) * 1e-9;
      }
    }
    return "Steps down to several times smaller did not help. An explicit step is stable while max|velocity| * k_max * dt stays below about 2: lower solver.dt, or check parameters and initial state, since the solution itself may grow without bound.";
  }
}
