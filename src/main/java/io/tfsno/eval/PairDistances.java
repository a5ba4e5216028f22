package io.tfsno.eval;

import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How the distance of two states changes from step to step, {@code |S(u) - S(v)| / |u - v|}, for
 * each of a batch of states and some of the others of the batch.
 */
final class PairDistances {
  /** Other states for each, where there are as many. */
  static final int PARTNERS = 3;

  /** Root mean square below which two states differ by little more than rounding. */
  private static final double CLOSEST = 1e-3;

  private final List<Tensor> partners = new ArrayList<>();
  private final List<double[]> first = new ArrayList<>();
  private final List<Double> apart = new ArrayList<>();
  private final int pairs;
  private double sum;
  private double largest;
  private int count;

  /**
   * @param u the first states; partners are owned by the enclosing scope
   */
  PairDistances(Tensor u) {
    long samples = u.size(0);
    for (int shift = 1; shift <= Math.min(PARTNERS, samples - 1); shift++) {
      partners.add(u.roll(shift, 0));
      first.add(distances(u, partners.get(shift - 1)));
    }
    pairs = Math.toIntExact(samples * partners.size());
  }

  /** States to go with those of the batch; each follows the law of the state it goes with. */
  List<Tensor> partners() {
    return partners;
  }

  /** Steps all partners, as the batch was stepped. */
  void advance(Tensor u, Tensor next, UnaryOperator<Tensor> step) {
    double total = 0;
    for (int i = 0; i < partners.size(); i++) {
      Tensor v = partners.get(i);
      Tensor nextV = step.apply(v);
      double[] after = distances(next, nextV);
      add(u, distances(u, v), after);
      for (int s = 0; s < after.length; s++) {
        total += after[s] / first.get(i)[s];
      }
      v.copyInPlace(nextV);
    }
    apart.add(total / pairs);
  }

  /** Counts the distances of pairs before and after a step. */
  private void add(Tensor u, double[] before, double[] after) {
    double closest = CLOSEST * Math.sqrt((double) u.count() / u.size(0));
    for (int s = 0; s < before.length; s++) {
      if (before[s] > closest) {
        sum += after[s] / before[s];
        largest = Math.max(largest, after[s] / before[s]);
        count++;
      }
    }
  }

  /** Counts the step of a batch that is known, such as one of true states. */
  void add(Tensor u, Tensor next) {
    for (int shift = 1; shift <= partners.size(); shift++) {
      add(u, distances(u, u.roll(shift, 0)), distances(next, next.roll(shift, 0)));
    }
  }

  StabilityReport.Ratios ratios() {
    return new StabilityReport.Ratios(count, count == 0 ? Double.NaN : sum / count, largest);
  }

  double[] apart() {
    return apart.stream().mapToDouble(Double::doubleValue).toArray();
  }

  int pairs() {
    return pairs;
  }

  private static double[] distances(Tensor a, Tensor b) {
    return Amplification.norms(a.sub(b)).reshape(-1).toDoubles();
  }
}
