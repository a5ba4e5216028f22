package io.tfsno.run;

import io.tfsno.base.UserError;
import io.tfsno.data.feed.Clock;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one prediction depends on in addition to its first state, by name and in physical units.
 *
 * <pre>{@code
 * Given given = Given.NOTHING.with("nu", 0.01).field("kappa", permeability).at(0);
 * float[][] states = model.rollout(u0, 50, given);
 * }</pre>
 *
 * Immutable; arrays are not copied.
 *
 * @param numbers values of parameters
 * @param fields values {@code [step or 1][cell]} of known fields, row-major: a single step serves
 *     all
 * @param history states before the first one, the oldest first, {@code [channel, x(, y, z)]} each:
 *     those that the model sees, or remembers
 * @param time of the first state, by the clock of the law or since the first snapshot as the model
 *     counts it; null if nobody said
 */
public record Given(
    Map<String, Double> numbers,
    Map<String, List<float[]>> fields,
    List<float[]> history,
    Double time) {
  public static final Given NOTHING = new Given(Map.of(), Map.of(), List.of(), null);

  public Given {
    numbers = Map.copyOf(numbers);
    fields = Map.copyOf(fields);
    history = List.copyOf(history);
  }

  /** The same with a parameter. */
  public Given with(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(numbers);
    more.put(name, value);
    return new Given(more, fields, history, time);
  }

  /** The same with a field that does not change. */
  public Given field(String name, float[] values) {
    return forcing(name, List.of(values));
  }

  /** The same with a field for each step, the one that starts from the first state first. */
  public Given forcing(String name, List<float[]> steps) {
    Map<String, List<float[]>> more = new LinkedHashMap<>(fields);
    more.put(name, List.copyOf(steps));
    return new Given(numbers, more, history, time);
  }

  /** The same after earlier states, the oldest first. */
  public Given after(List<float[]> states) {
    return new Given(numbers, fields, states, time);
  }

  /** The same with the time of the first state. */
  public Given at(double start) {
    return new Given(numbers, fields, history, start);
  }

  /**
   * The same with the time that has passed since the oldest of the states, where a model is told
   * that and nobody said when the first snapshot was.
   */
  public Given counted(Clock clock, ModelCard card) {
    return clock == Clock.ELAPSED && time == null ? at(card.observedTime()) : this;
  }

  /** Refuses what a model does not take or does not get, before anything is predicted. */
  public void require(FieldShape shape, boolean timed, int steps) {
    Inputs inputs = shape.inputs();
    ConditionNames.require(inputs, numbers.keySet(), fields.keySet());
    numbers.forEach(Given::requireFinite);
    for (String name : fields.keySet()) {
      List<float[]> values = fields.get(name);
      if (values.size() != 1 && values.size() < steps) {
        throw new UserError(
            "the field %s for each of %d steps, or one for all".formatted(name, steps),
            values.size() + " steps",
            "Give more, or predict fewer steps.");
      }
      for (float[] one : values) {
        requireSize("values of the field " + name, shape.cells(), one.length);
      }
    }
    requireHistory(inputs);
    history.forEach(
        state ->
            requireSize(
                "values of an earlier state", shape.channels() * shape.cells(), state.length));
    ConditionNames.requireTime(timed, time != null);
  }

  private void requireHistory(Inputs inputs) {
    if (history.size() == inputs.observed() - 1) {
      return;
    }
    String trained =
        inputs.observed() == inputs.history()
            ? "This model was trained with model.history %d."
            : "This model was trained with model.context.states %d.";
    throw new UserError(
        "%d states before the first one".formatted(inputs.observed() - 1),
        Integer.toString(history.size()),
        inputs.observed() == 1
            ? "This model sees the present state alone."
            : trained.formatted(inputs.observed()));
  }

  private static void requireFinite(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new UserError("a finite number for " + name, Double.toString(value), "Correct it.");
    }
  }

  private static void requireSize(String what, int expected, int found) {
    if (found != expected) {
      throw new UserError(
          "%d %s".formatted(expected, what),
          Integer.toString(found),
          "Give them on the model's grid.");
    }
  }

  /** As an operator takes them for a batch of one, in physical units on the CPU. */
  public Conditions conditions(FieldShape shape) {
    Inputs inputs = shape.inputs();
    return new Conditions(
        inputs.history() == 1 ? null : historyOf(shape),
        fieldsAt(shape, 0),
        inputs.parameters().isEmpty() ? null : parametersOf(inputs),
        time == null ? null : Tensor.of(new float[] {time.floatValue()}, 1));
  }

  /**
   * The states that a model remembers, the oldest first, {@code [1, channel, x(, y, z)]} each in
   * physical units; none where it remembers nothing.
   *
   * @param u0 the first state
   */
  public List<Tensor> observed(FieldShape shape, float[] u0, Device device) {
    if (!shape.inputs().remembers()) {
      return List.of();
    }
    List<float[]> all = new ArrayList<>(history);
    all.add(u0);
    return all.subList(0, shape.inputs().context().states()).stream()
        .map(state -> Tensor.of(state, shape.states(1)).to(device))
        .toList();
  }

  /** Whether known fields change from step to step. */
  public boolean forced() {
    return fields.values().stream().anyMatch(steps -> steps.size() > 1);
  }

  /** The known fields of one step, {@code [1, field, x(, y, z)]}; null for none. */
  public Tensor fieldsAt(FieldShape shape, int step) {
    List<Channel> known = shape.inputs().fields();
    if (known.isEmpty()) {
      return null;
    }
    int cells = shape.cells();
    float[] all = new float[known.size() * cells];
    for (int i = 0; i < known.size(); i++) {
      List<float[]> steps = fields.get(known.get(i).name());
      System.arraycopy(steps.get(Math.min(step, steps.size() - 1)), 0, all, i * cells, cells);
    }
    return Tensor.of(all, shape.points().shape(1, known.size()));
  }

  private Tensor historyOf(FieldShape shape) {
    Points points = shape.points();
    int size = shape.channels() * shape.cells();
    int seen = shape.inputs().history() - 1;
    float[] all = new float[seen * size];
    for (int i = 0; i < seen; i++) { // the latest first
      System.arraycopy(history.get(history.size() - 1 - i), 0, all, i * size, size);
    }
    return Tensor.of(all, points.shape(1, (long) seen * shape.channels()));
  }

  private Tensor parametersOf(Inputs inputs) {
    float[] values = new float[inputs.parameters().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = numbers.get(inputs.parameters().get(i).name()).floatValue();
    }
    return Tensor.of(values, 1, values.length);
  }
}
