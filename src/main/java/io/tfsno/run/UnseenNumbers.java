package io.tfsno.run;

import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.run.range.Band;
import io.tfsno.run.range.Unseen;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many of the trajectories that a model is to predict have numbers that its training has not
 * seen: parameters that it is given, or what it observes of the first states.
 */
public final class UnseenNumbers {
  private final ModelCard card;
  private final Map<String, Found> found = new LinkedHashMap<>();
  private int trajectories;
  private int strange;

  /** One number, over the trajectories in which it lies outside. */
  private record Found(String name, int trajectories, Band values, Band seen) {
    static Found of(Unseen one) {
      return new Found(one.name(), 1, new Band(one.value(), one.value()), one.seen());
    }

    Found and(Found other) {
      double low = Math.min(values.low(), other.values.low());
      double high = Math.max(values.high(), other.values.high());
      return new Found(name, trajectories + other.trajectories, new Band(low, high), seen);
    }

    String text() {
      return "%s: %s, in training %s".formatted(name, text(values), text(seen));
    }

    private static String text(Band band) {
      return band.low() == band.high()
          ? "%.4g".formatted(band.low())
          : "%.4g to %.4g".formatted(band.low(), band.high());
    }
  }

  public UnseenNumbers(ModelCard card) {
    this.card = card;
  }

  /**
   * Looks at some more trajectories.
   *
   * @param given of their first steps, in physical units
   */
  public void add(int count, Conditions given) {
    if (card.range() == null) {
      return;
    }
    double[][] parameters = rows(given.parameters(), count);
    double[][] context = rows(given.context(), count);
    for (int i = 0; i < count; i++) {
      List<Unseen> unseen = card.range().unseen(card.shape(), parameters[i], context[i]);
      unseen.forEach(one -> found.merge(one.name(), Found.of(one), Found::and));
      strange += unseen.isEmpty() ? 0 : 1;
    }
    trajectories += count;
  }

  private static double[][] rows(Tensor numbers, int count) {
    double[][] rows = new double[count][];
    for (int i = 0; i < count; i++) {
      rows[i] = numbers == null ? new double[0] : numbers.select(0, i).toDoubles();
    }
    return rows;
  }

  /** What to tell the user; empty if all of it was seen, or if the model does not say what was. */
  public Optional<String> note() {
    return found.values().stream()
        .max(Comparator.comparingInt(Found::trajectories))
        .map(
            most ->
                "%d of %d trajectories lie outside of the training range, %s %s; errors may be larger there"
                    .formatted(
                        strange,
                        trajectories,
                        found.size() == 1 ? "in" : "most often in",
                        most.text()));
  }
}
