package io.tfsno.serve;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.Equation;
import io.tfsno.run.ConditionNames;
import io.tfsno.run.Given;
import io.tfsno.serve.http.Limits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a trajectory starts, and what it depends on.
 *
 * @param u0 on the model's grid
 * @param hidden coefficients of the law that the model is not given
 * @param burnIn steps from this state to the first that is like those of the model's data
 */
record Start(float[] u0, Given given, Map<String, Double> hidden, int burnIn) {
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
    int burnIn = request.initial().seed() == null ? 0 : entry.burnIn();
    return new Start(u0(request.initial(), entry, limits), given, hidden(request, entry), burnIn);
  }

  private static Map<String, Double> hidden(RolloutRequest request, ModelEntry entry) {
    Map<String, Double> hidden = request.hidden() == null ? Map.of() : request.hidden();
    Set<String> known = entry.hidden().keySet();
    for (String name : hidden.keySet()) {
      if (known.isEmpty()) {
        throw new UserError(
            "nothing hidden, since the data of '%s' hide no coefficient that the solver knows"
                .formatted(entry.name()),
            name,
            "Leave it out.");
      }
      if (!known.contains(name)) {
        throw Names.unknown("hidden coefficient", name, known);
      }
    }
    return hidden;
  }

  /** A random state of a benchmark is one that its equation allows. */
  private static float[] u0(Initial initial, ModelEntry entry, Limits limits) {
    float[] state = initial.on(entry, limits);
    return initial.seed() != null || entry.benchmark() == null
        ? state
        : AllowedPart.of(entry.benchmark().equation(), entry.card().shape(), state);
  }

  /** The law of the trajectory, for a model whose law the solver knows. */
  Equation law(ModelEntry entry) {
    Map<String, Double> coefficients = new LinkedHashMap<>(given.numbers());
    coefficients.putAll(hidden);
    return entry.law(coefficients);
  }

  /**
   * Where a model needs earlier states and was given none, the solver makes them: the state is the
   * oldest of them then, and the trajectory starts after the others. A random state that is earlier
   * than those of the model's data is followed to where these begin.
   */
  Start withHistory(ModelEntry entry, Reference reference, Limits limits)
      throws InterruptedException {
    return followed(entry.card().shape().inputs().observed() - 1, entry, reference, limits);
  }

  /** A random state as the first of those that are like the model's data. */
  Start afterBurnIn(ModelEntry entry, Reference reference, Limits limits)
      throws InterruptedException {
    return followed(0, entry, reference, limits);
  }

  /**
   * @param before states that come before the first one
   */
  private Start followed(int before, ModelEntry entry, Reference reference, Limits limits)
      throws InterruptedException {
    int last = burnIn + before;
    if (last == 0 || !given.history().isEmpty() || !entry.isSolvable()) {
      return this;
    }
    FieldShape shape = entry.card().shape();
    List<float[]> states =
        reference.states(law(entry), entry.benchmark(), shape, u0, last, limits.answer());
    return new Start(states.get(last), given.after(states.subList(burnIn, last)), hidden, 0);
  }
}
