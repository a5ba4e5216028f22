package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.pde.Equation;
import io.tfsno.run.ConditionNames;
import io.tfsno.run.Given;
import io.tfsno.serve.http.Limits;
import java.util.List;
import java.util.Map;

/**
 * Where a trajectory starts, and what it depends on.
 *
 * @param u0 on the model's grid
 */
record Start(float[] u0, Given given) {
  private static final int FLOAT_BYTES = 4;

  /** What it takes to keep it. */
  long bytes() {
    long floats = u0.length;
    for (float[] state : given.history()) {
      floats += state.length;
    }
    for (List<float[]> steps : given.fields().values()) {
      floats += steps.stream().mapToLong(step -> step.length).sum();
    }
    return FLOAT_BYTES * floats;
  }

  /** As a request says it. */
  static Start of(RolloutRequest request, ModelEntry entry, Limits limits) {
    if (request.initial() == null) {
      throw new UserError("the key 'initial'", "none", "Try {\"seed\": 1}.");
    }
    Map<String, Double> numbers = request.parameters() == null ? Map.of() : request.parameters();
    Map<String, KnownValues> fields = request.fields() == null ? Map.of() : request.fields();
    ConditionNames.requireTaken(entry.card().shape().inputs(), numbers.keySet(), fields.keySet());
    Given given = Given.NOTHING;
    for (Map.Entry<String, Double> e : numbers.entrySet()) {
      given = given.with(e.getKey(), e.getValue());
    }
    for (Map.Entry<String, KnownValues> e : fields.entrySet()) {
      given = given.forcing(e.getKey(), e.getValue().on(entry.card().shape(), e.getKey(), limits));
    }
    if (request.history() != null) {
      given =
          given.after(
              request.history().stream()
                  .map(state -> Initial.ofValues(state).on(entry, limits))
                  .toList());
    }
    given = request.time() == null ? given : given.at(request.time());
    given = given.counted(entry.clock(), entry.card());
    return new Start(u0(request.initial(), entry, limits), given);
  }

  /** A random state of a benchmark is one that its equation allows. */
  private static float[] u0(Initial initial, ModelEntry entry, Limits limits) {
    float[] state = initial.on(entry, limits);
    return initial.seed() != null || entry.benchmark() == null
        ? state
        : AllowedPart.of(entry.benchmark().equation(), entry.card().shape(), state);
  }

  /**
   * Where a model needs earlier states and was given none, the solver makes them: the state is the
   * oldest of them then, and the trajectory starts after the others.
   */
  Start withHistory(ModelEntry entry, Reference reference, Limits limits)
      throws InterruptedException {
    int before = entry.card().shape().inputs().observed() - 1;
    if (before == 0 || !given.history().isEmpty() || !entry.isSolvable()) {
      return this;
    }
    Equation law = entry.law(given.numbers());
    List<float[]> states =
        reference.states(law, entry.benchmark(), entry.card().shape(), u0, before, limits.answer());
    return new Start(states.get(before), given.after(states.subList(0, before)));
  }
}
