package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/**
 * What a gate looks at: the input of a block, in space and as modes. What several statistics need
 * of it is computed once, when one first asks.
 */
public final class GateInput {
  private final ModeTable table;
  private final TrainingGrid grid;
  private final Tensor field;
  private final Tensor modes;
  private Spectrum spectrum;
  private Values values;

  /**
   * @param field {@code [channel, sample, x(, y, z)]}
   * @param modes its coefficients {@code [mode, re/im, channel, sample]}
   */
  public GateInput(ModeTable table, TrainingGrid grid, Tensor field, Tensor modes) {
    this.table = table;
    this.grid = grid;
    this.field = field;
    this.modes = modes;
  }

  /** The power of the kept modes. */
  public Spectrum spectrum() {
    if (spectrum == null) {
      spectrum = new Spectrum(table, table.slice(field), modes);
    }
    return spectrum;
  }

  /** How the values in space are spread. */
  public Values values() {
    if (values == null) {
      values = new Values(onTrainingGrid());
    }
    return values;
  }

  /** The field at the points of the training grid, {@code [channel, sample, x(, y, z)]}. */
  public Tensor onTrainingGrid() {
    return grid.of(field);
  }
}
