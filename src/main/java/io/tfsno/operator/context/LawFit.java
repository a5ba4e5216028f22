package io.tfsno.operator.context;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import io.tfsno.spectral.SingleFields;
import java.util.ArrayList;
import java.util.List;

/**
 * The law that explains the first states of a trajectory best: coefficients c of {@link LawTerms} f
 * in
 *
 * <pre>
 *   u(t+2) - u(t) = sum_j c_j ( f_j(t) + 4 f_j(t+1) + f_j(t+2) ) / 3
 * </pre>
 *
 * which is Simpson's rule for {@code u_t = sum_j c_j f_j}, by {@link LeastSquares} over all
 * neighbours, channels and points, zero for terms that explain nothing; with two states the rule of
 * trapezia. The unit of time is a step. The equation is asked for waves below a quarter of the
 * grid's points alone, as sums over half of the points: high derivatives of the shortest waves are
 * rounding errors and noise. The wave of a quarter along the longest axis is the unit of wave
 * numbers, which makes coefficients of all orders numbers of moderate size.
 *
 * <p>In float64: fourth derivatives and sums of squares take what float32 has. Channels share their
 * coefficients, as the other numbers of a context are means over channels.
 */
final class LawFit {
  private static final double[] SIMPSON = {1.0 / 3, 4.0 / 3, 1.0 / 3};
  private static final double[] TRAPEZIA = {0.5, 0.5};

  private final Grid box;
  private final Points coarse;
  private final int states;

  LawFit(Grid grid, int states) {
    Points points = grid.points();
    coarse = points.map(n -> Math.max(2, n / 2));
    double quarter =
        Math.max(1, points.map(n -> n / 4).perAxis().stream().max(Integer::compare).orElseThrow());
    double[] lengths = grid.lengths();
    for (int a = 0; a < lengths.length; a++) {
      lengths[a] *= 2 * Math.PI * quarter / grid.longest();
    }
    box = Grid.periodic(points, lengths);
    this.states = states;
  }

  /**
   * @param field {@code [channel, state and sample, x(, y, z)]} on the training grid
   * @return coefficients {@code [term, sample]}
   */
  Tensor coefficients(Tensor field) {
    return solved(field, false);
  }

  /**
   * How the coefficients change over the context, where they are taken as linear in time: {@code
   * [term, sample]}, half of the difference between the last state's and the first's.
   */
  Tensor trends(Tensor field) {
    Tensor both = solved(field, true);
    return both.narrow(0, both.size(0) / 2, both.size(0) / 2);
  }

  private Tensor solved(Tensor field, boolean changing) {
    int samples = Math.toIntExact(field.size(1) / states);
    List<Tensor> columns = columns(field.to(DType.FLOAT64), samples, changing);
    Tensor a = Tensor.stack(0, columns.toArray(Tensor[]::new)).permute(2, 0, 1, 3).contiguous();
    a = a.view(samples, columns.size(), -1);
    double[] products = a.matmul(a.permute(0, 2, 1)).toDoubles();
    int terms = columns.size() - 1;
    double[] result = new double[terms * samples];
    for (int i = 0; i < samples; i++) {
      double[] c = new LeastSquares(products, i, terms).coefficients();
      for (int j = 0; j < terms; j++) {
        result[j * samples + i] = c[j];
      }
    }
    return Tensor.of(result, terms, samples).to(DType.FLOAT32).to(field.device());
  }

  /** Each {@code [channel and window, sample, point]}; the last one is the change. */
  private List<Tensor> columns(Tensor u, int samples, boolean changing) {
    double[] rule = states > 2 ? SIMPSON : TRAPEZIA;
    double[] still = new double[states];
    double[] moving = new double[states];
    for (int t = 0; t < states; t++) {
      still[t] = 1;
      moving[t] = 2.0 * t / (states - 1) - 1;
    }
    List<Tensor> columns = new ArrayList<>();
    try (SingleFields fields =
        new SingleFields(box, box.points().map(n -> n / 2), DType.FLOAT64, u.device())) {
      List<Tensor> terms = new ArrayList<>();
      for (Tensor term : new LawTerms(fields).of(u)) {
        terms.add(perState(term, samples));
      }
      terms.forEach(term -> columns.add(summed(term, rule, still)));
      if (changing) {
        terms.forEach(term -> columns.add(summed(term, rule, moving)));
      }
    }
    double[] difference = new double[rule.length];
    difference[0] = -1;
    difference[rule.length - 1] = 1;
    columns.add(summed(perState(u, samples), difference, still));
    return columns;
  }

  /** On the points of the equation, {@code [channel, state, sample, point]}. */
  private Tensor perState(Tensor term, int samples) {
    return Resample.to(term, coarse).reshape(term.size(0), states, samples, -1);
  }

  /** Weighted sums over neighbouring states, {@code [channel and window, sample, point]}. */
  private Tensor summed(Tensor term, double[] rule, double[] ofState) {
    List<Tensor> windows = new ArrayList<>();
    for (int t = 0; t + rule.length <= states; t++) {
      Tensor sum = term.select(1, t).mul(rule[0] * ofState[t]);
      for (int i = 1; i < rule.length; i++) {
        sum = sum.addScaled(term.select(1, t + i), rule[i] * ofState[t + i]);
      }
      windows.add(sum);
    }
    return Tensor.cat(0, windows.toArray(Tensor[]::new));
  }
}
