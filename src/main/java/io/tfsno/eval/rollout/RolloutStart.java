package io.tfsno.eval.rollout;

import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Rollout;
import io.tfsno.run.ConditionNames;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What the predictions of a batch start from, and what they depend on, in physical units on the
 * CPU.
 *
 * @param states the first ones, {@code [state, channel, x(, y, z)]}
 * @param history earlier states, the latest first, {@code [state, (F - 1) channels, x(, y, z)]};
 *     null for none
 * @param observed the first states of each trajectory that the model remembers, the oldest first
 * @param parameters a value for each state
 * @param fields on the points of the states
 * @param times of the states; null if nobody said
 */
record RolloutStart(
    Tensor states,
    Tensor history,
    List<Tensor> observed,
    Map<String, double[]> parameters,
    Map<String, KnownField> fields,
    double[] times) {

  int count() {
    return Math.toIntExact(states.size(0));
  }

  /** The same with what is stated in place of what the file says. */
  RolloutStart with(StatedConditions stated, Points points) {
    Map<String, double[]> numbers = new LinkedHashMap<>(parameters);
    stated.parameters().keySet().forEach(n -> numbers.put(n, stated.parameter(n, count())));
    Map<String, KnownField> known = new LinkedHashMap<>(fields);
    stated.fields().forEach((n, f) -> known.put(n, KnownField.read(n, f, count(), points)));
    double[] clock = times;
    if (stated.time() != null) {
      clock = new double[count()];
      Arrays.fill(clock, stated.time());
    }
    return new RolloutStart(states, history, observed, numbers, known, clock);
  }

  /** Refuses to start where something is missing that the steps depend on. */
  void require(Rollout.Needs needs, int steps) {
    ConditionNames.require(needs.inputs(), parameters.keySet(), fields.keySet());
    ConditionNames.requireTime(needs.timed(), times != null);
    fields.forEach(
        (name, field) -> {
          if (field.changes() && field.steps() < steps) {
            throw new UserError(
                "the field %s for each of %d steps".formatted(name, steps),
                field.steps() + " steps",
                "Give more, or predict fewer steps.");
          }
        });
  }

  boolean forced() {
    return fields.values().stream().anyMatch(KnownField::changes);
  }

  /** What the first step depends on, with fields on the points of the model. */
  Conditions conditions(Rollout.Needs needs, UnaryOperator<Tensor> modelled) {
    Inputs inputs = needs.inputs();
    return new Conditions(
        history == null ? null : modelled.apply(history),
        inputs.fields().isEmpty() ? null : modelled.apply(fieldsAt(inputs, 0)),
        inputs.parameters().isEmpty() ? null : numbers(inputs.parameters()),
        needs.timed() ? Tensor.of(times, times.length).to(DType.FLOAT32) : null);
  }

  /** The known fields of one step, {@code [state, field, x(, y, z)]}. */
  Tensor fieldsAt(Inputs inputs, int step) {
    return Tensor.cat(
        1,
        inputs.fields().stream()
            .map(channel -> fields.get(channel.name()).at(step))
            .toArray(Tensor[]::new));
  }

  private Tensor numbers(List<Channel> channels) {
    return Tensor.of(rows(channels), count(), channels.size()).to(DType.FLOAT32);
  }

  /** {@code [state, parameter]}. */
  double[] rows(List<Channel> channels) {
    double[] rows = new double[count() * channels.size()];
    for (int i = 0; i < rows.length; i++) {
      String name = channels.get(i % channels.size()).name();
      rows[i] = parameters.get(name)[i / channels.size()];
    }
    return rows;
  }
}
