package io.tfsno.data.generate;

import io.tfsno.base.Cancellation;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SnapshotWriter;
import io.tfsno.data.condition.ConditionWriter;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.pde.solver.BlowUp;
import io.tfsno.pde.solver.Solver;

/**
 * Consecutive trajectories of one set, integrated together.
 *
 * @param first place of the first one in the file
 */
record GenerationBatch(SetPlan plan, long first, int count) {

  String description() {
    return plan.description();
  }

  /** Integrates the batch and writes its snapshots to their places in the file. */
  void integrate(Hdf5Writer writer, Device device, Cancellation cancellation) {
    FlatSet set = plan.set();
    SnapshotWriter snapshots = new SnapshotWriter(writer, set);
    try (Scope scope = new Scope()) {
      SetPlan.Drawn drawn = plan.source().draw(plan.solverGrid(), plan.firstIndex() + first, count);
      Solver solver =
          new Solver(drawn.laws(), plan.solverGrid(), set.interval(), plan.substeps(), device);
      solver.run(
          drawn.initial(),
          plan.skip(),
          set.steps(),
          set.grid().points(),
          cancellation,
          (step, values) -> snapshots.write(first, step, values.toDoubles()));
      write(writer, drawn);
    } catch (BlowUp e) {
      throw new UserError(
          "%s, among trajectories %d to %d of '%s'. Lower solver.dt, or check coefficients and initial states: the solution itself may grow without bound."
              .formatted(
                  e.getMessage(),
                  plan.firstIndex() + first,
                  plan.firstIndex() + first + count - 1,
                  set.group()),
          e);
    }
  }

  private void write(Hdf5Writer writer, SetPlan.Drawn drawn) {
    SetConditions declared = plan.set().conditions();
    ConditionWriter conditions = plan.set().conditions(writer);
    if (!declared.parameters().isEmpty()) {
      conditions.parameters(first, drawn.parameters());
    }
    if (declared.phase()) {
      conditions.phases(first, drawn.phases());
    }
  }
}
