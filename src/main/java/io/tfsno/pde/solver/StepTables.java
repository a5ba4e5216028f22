package io.tfsno.pde.solver;

import io.tfsno.engine.Tensor;
import io.tfsno.pde.Laws;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.spectral.PackedGrid;

/**
 * What multiplies states and products in a step of {@link Etdrk4}, for every mode. Owned by the
 * scope that was open when they were made.
 *
 * @param nonlinearity null where there is none, and with it the last four tables
 */
record StepTables(
    Nonlinearity nonlinearity,
    Tensor e,
    Tensor e2,
    Tensor e2Minus1,
    Tensor q,
    Tensor f1,
    Tensor f2,
    Tensor f3) {

  /**
   * @param h the time step
   */
  static StepTables of(Laws laws, PackedGrid grid, double h) {
    CoefficientTable table =
        new CoefficientTable(laws.linear(grid.wavenumbers()), laws.first().channels(), h, grid);
    Nonlinearity n = laws.nonlinear(grid);
    return new StepTables(
        n,
        table.exponential(1),
        table.exponential(0.5),
        table.exponentialMinusOne(0.5),
        n == null ? null : table.function(EtdCoefficients.Q, n.factor()),
        n == null ? null : table.function(EtdCoefficients.F1, n.factor()),
        n == null ? null : table.function(EtdCoefficients.F2, n.factor()),
        n == null ? null : table.function(EtdCoefficients.F3, n.factor()));
  }
}
