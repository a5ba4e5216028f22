package io.tfsno.pde.solver;

import io.tfsno.pde.Equation;

/** A solution that stopped being finite between two snapshots. */
public final class BlowUp extends RuntimeException {
  private final double dt;
  private final double after;
  private final double before;

  BlowUp(Equation equation, double dt, double after, double before) {
    super(
        "%s with solver step dt = %.6g became infinite between t = %.6g and t = %.6g"
            .formatted(equation.type().name(), dt, after, before));
    this.dt = dt;
    this.after = after;
    this.before = before;
  }

  public double dt() {
    return dt;
  }

  /** Time of the last snapshot that was finite. */
  public double after() {
    return after;
  }

  /** Time of the first snapshot that was not. */
  public double before() {
    return before;
  }
}
