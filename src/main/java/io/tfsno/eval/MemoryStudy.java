package io.tfsno.eval;

import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.context.CodeNumber;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a model remembers of several trajectories, compared with what it is not told about them.
 *
 * @param numbers what the numbers of the code are about
 * @param codes {@code [trajectory][number]}, as the network is given them
 * @param hidden numbers that the set has of each trajectory, that differ between trajectories and
 *     that the model is not given; the one that the code tells best comes first
 * @param drifts along each axis; empty for a model whose predictions do not drift
 */
public record MemoryStudy(
    List<CodeNumber> numbers, double[][] codes, List<Hidden> hidden, List<Velocity> drifts) {
  private static final int BATCH = 25;

  /**
   * A number that the model is not told.
   *
   * @param values of the trajectories
   * @param correlation Pearson's with each number of the code; NaN for one that does not vary
   */
  public record Hidden(Channel channel, double[] values, double[] correlation) {
    /** The number of the code that goes with it most closely; empty if none varies. */
    public Optional<Integer> best() {
      return IntStream.range(0, correlation.length)
          .filter(i -> !Double.isNaN(correlation[i]))
          .boxed()
          .max(Comparator.comparingDouble(i -> Math.abs(correlation[i])));
    }

    private double strength() {
      return best().map(i -> Math.abs(correlation[i])).orElse(0.0);
    }

    /** The trajectory with the smallest value. */
    public int lowest() {
      return order().findFirst().orElseThrow();
    }

    /** The trajectory with the largest value. */
    public int highest() {
      return order().reduce((a, b) -> b).orElseThrow();
    }

    private Stream<Integer> order() {
      return IntStream.range(0, values.length)
          .boxed()
          .sorted(Comparator.comparingDouble(i -> values[i]));
    }
  }

  /**
   * At what velocity predictions drift, in units of length and time of the set.
   *
   * @param values of the trajectories
   * @param correlation Pearson's with the first of what is hidden; NaN where nothing is, or where
   *     one of them does not vary
   */
  public record Velocity(Axis axis, double[] values, double correlation) {}

  /**
   * Of the first trajectories of a set; empty for a model that remembers nothing.
   *
   * @param trajectories the most that are looked at
   */
  public static Optional<MemoryStudy> of(
      TrainedModel model, TrajectorySet truth, int trajectories) {
    int count = (int) Math.min(trajectories, truth.trajectories());
    return model
        .operator()
        .memory()
        .map(
            memory -> {
              double[][] codes = ofAll(model, truth, count, given -> memory.code(given.context()));
              List<Hidden> hidden = hidden(model, truth, codes);
              return new MemoryStudy(
                  memory.numbers(), codes, hidden, drifts(model, truth, count, hidden));
            });
  }

  /** {@code [trajectory][number]} of what a model makes of what it is given at its first step. */
  private static double[][] ofAll(
      TrainedModel model, TrajectorySet truth, int count, Function<Conditions, Tensor> numbers) {
    TrueConditions conditions = TrueConditions.of(model, truth);
    double[][] all = new double[count][];
    for (int first = 0; first < count; first += BATCH) {
      int some = Math.min(BATCH, count - first);
      try (Scope scope = new Scope()) {
        Conditions given = conditions.at(first, some, conditions.firstStep());
        Tensor found = numbers.apply(model.card().standardised(given));
        for (int i = 0; i < some; i++) {
          all[first + i] = found.select(0, i).toDoubles();
        }
      }
    }
    return all;
  }

  private static List<Velocity> drifts(
      TrainedModel model, TrajectorySet truth, int count, List<Hidden> hidden) {
    if (!model.card().shape().inputs().drift()) {
      return List.of();
    }
    double[][] shares =
        ofAll(model, truth, count, given -> model.operator().drift(given).orElseThrow());
    List<Axis> axes = model.card().shape().grid().axes();
    return IntStream.range(0, axes.size())
        .mapToObj(
            a -> {
              double perShare = axes.get(a).length() / model.card().dt();
              double[] velocity = Arrays.stream(shares).mapToDouble(s -> s[a] * perShare).toArray();
              double correlation =
                  hidden.isEmpty()
                      ? Double.NaN
                      : Correlation.pearson(hidden.get(0).values(), velocity);
              return new Velocity(axes.get(a), velocity, correlation);
            })
        .toList();
  }

  private static List<Hidden> hidden(TrainedModel model, TrajectorySet truth, double[][] codes) {
    SetConditions declared = truth.conditions().declared();
    List<String> given = model.card().shape().inputs().names();
    List<Channel> parameters = declared.parameters();
    List<Hidden> all = new ArrayList<>();
    double[] values =
        parameters.isEmpty() ? new double[0] : truth.conditions().parameters(0, codes.length);
    for (int p = 0; p < parameters.size(); p++) {
      if (!given.contains(parameters.get(p).name())) {
        int at = p;
        all.add(
            hidden(
                parameters.get(p),
                IntStream.range(0, codes.length)
                    .mapToDouble(i -> values[i * parameters.size() + at])
                    .toArray(),
                codes));
      }
    }
    if (declared.phase() && !model.operator().needsTime()) {
      double[] phases = truth.conditions().phases(0, codes.length);
      all.add(hidden(new Channel(SetConditions.PHASE), phases, codes));
    }
    return all.stream()
        .filter(h -> Correlation.varies(h.values()))
        .sorted(Comparator.comparingDouble(Hidden::strength).reversed())
        .toList();
  }

  private static Hidden hidden(Channel channel, double[] values, double[][] codes) {
    double[] correlation = new double[codes[0].length];
    for (int n = 0; n < correlation.length; n++) {
      int number = n;
      double[] column =
          IntStream.range(0, codes.length).mapToDouble(i -> codes[i][number]).toArray();
      correlation[n] = Correlation.pearson(values, column);
    }
    return new Hidden(channel, values, correlation);
  }
}
