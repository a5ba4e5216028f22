package io.tfsno.pde.solver;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;

/** The steps of an interval on libtorch's operations, on any device and for any law. */
final class EtdInterval implements Interval {
  private final Etdrk4 scheme;
  private final Tensor state;
  private final double dt;
  private final int substeps;
  private final Cancellation cancellation;

  EtdInterval(StepTables tables, Tensor state, double dt, int substeps, Cancellation cancellation) {
    this.scheme = new Etdrk4(tables, dt);
    this.state = state;
    this.dt = dt;
    this.substeps = substeps;
    this.cancellation = cancellation;
  }

  @Override
  public void advance(double time) {
    Tensor v = state;
    try {
      for (int i = 0; i < substeps; i++) {
        Tensor before = v;
        double now = time + i * dt;
        v = Scope.unowned(() -> scheme.step(before, now));
        free(before);
        cancellation.check();
      }
      state.copyInPlace(v);
    } finally {
      free(v);
    }
  }

  /** As soon as a step is used up, so that the next one finds its memory in the cache. */
  private void free(Tensor step) {
    if (step != state) {
      step.close();
    }
  }
}
