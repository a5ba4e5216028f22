package io.tfsno.data.generate;

import java.util.Arrays;
import java.util.List;

/**
 * The change of a state in one step by least squares: in each shell of wave numbers every feature
 * has one complex coefficient, which may depend on what is hidden.
 */
final class ShellFit {
  private final Hidden hidden;
  private final double dt;
  private final int[] shells;
  private final double[] wavenumbers;

  /** The unknowns of each shell: those of one feature after those of another. */
  private final double[][] solution;

  ShellFit(Hidden hidden, double dt, StepReader reader, List<Step> steps) {
    this.hidden = hidden;
    this.dt = dt;
    this.shells = reader.shells();
    this.wavenumbers = reader.wavenumbers();
    ComplexEquations[] equations =
        new ComplexEquations[Arrays.stream(shells).max().orElseThrow() + 1];
    for (Step step : steps) {
      double[] target = target(step, step.theta());
      double[] functions = hidden.functions().at(step.theta(), step.time());
      double[] row = new double[2 * step.features().length * functions.length];
      for (int w = 0; w < shells.length; w++) {
        int at = 0;
        for (double[] feature : step.features()) {
          for (double function : functions) {
            row[at++] = function * feature[2 * w];
            row[at++] = function * feature[2 * w + 1];
          }
        }
        int shell = shells[w];
        if (equations[shell] == null) {
          equations[shell] = new ComplexEquations(row.length / 2);
        }
        equations[shell].add(row, target[2 * w], target[2 * w + 1]);
      }
    }
    solution = Arrays.stream(equations).map(ComplexEquations::solve).toArray(double[][]::new);
  }

  /** The change as seen by somebody who drifts along. */
  private double[] target(Step step, double theta) {
    double[] change = new double[2 * shells.length];
    for (int w = 0; w < shells.length; w++) {
      double angle = wavenumbers[w] * hidden.speed().applyAsDouble(theta) * dt;
      double re = step.next()[2 * w];
      double im = step.next()[2 * w + 1];
      double[] state = step.features()[0];
      change[2 * w] = re * Math.cos(angle) - im * Math.sin(angle) - state[2 * w];
      change[2 * w + 1] = re * Math.sin(angle) + im * Math.cos(angle) - state[2 * w + 1];
    }
    return change;
  }

  /** The squares of what is left of a change if theta is what is hidden. */
  double unexplained(Step step, double theta) {
    double[] functions = hidden.functions().at(theta, step.time());
    double[] left = target(step, theta);
    double sum = 0;
    for (int w = 0; w < shells.length; w++) {
      double re = left[2 * w];
      double im = left[2 * w + 1];
      double[] unknowns = solution[shells[w]];
      int at = 0;
      for (double[] feature : step.features()) {
        double a = 0;
        double b = 0;
        for (double function : functions) {
          a += function * unknowns[at++];
          b += function * unknowns[at++];
        }
        re -= a * feature[2 * w] - b * feature[2 * w + 1];
        im -= a * feature[2 * w + 1] + b * feature[2 * w];
      }
      sum += re * re + im * im;
    }
    return sum;
  }
}
