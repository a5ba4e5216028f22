package io.tfsno.run;

import io.tfsno.base.ConfigReader;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.pde.catalogue.KnownSymmetries;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a configuration says that a model is given in addition to the present state: keys of every
 * model, whichever it is.
 *
 * @param history states that it sees, the present one included
 * @param conditions names of parameters, static fields and forcing of the data set; {@code [all]}
 *     for all that it has
 * @param time how the time of a state is told; null if it is not
 * @param context what is remembered of the first states of a trajectory; null for nothing
 * @param guard how much larger than in training the waves of predictions may become; null for any
 *     size
 * @param conserve what predictions have in common with the state before them
 * @param drift whether predictions move by a distance taken from parameters and context
 * @param symmetry what predictions commute with; {@code [auto]} for what is known of the equation
 *     that made the data, {@code [first]} for the first of that, which is the cheaper
 */
public record ModelInputs(
    int history,
    List<String> conditions,
    TimeSpec time,
    ContextSpec context,
    Double guard,
    Conserve conserve,
    boolean drift,
    List<String> symmetry) {
  private static final List<String> ALL = List.of("all");
  private static final String AUTO = "auto";
  private static final String FIRST = "first";

  /** What stands in {@code symmetry} for what is known of an equation. */
  public static final List<String> OF_THE_EQUATION = List.of(AUTO, FIRST);

  /** The present state alone. */
  public static final ModelInputs NONE = new ModelInputs(1, List.of(), null);

  /** What these keys mean, for lists of what a configuration can say; in one order everywhere. */
  public static final SortedMap<String, String> KEYS =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(
              Map.of(
                  "history", "states that the model sees, the present one included",
                  "conditions",
                      "parameters, static fields and forcing of the data that it is given",
                  "time",
                      "harmonics, reference, periodic and elapsed: explicit time as additional channels",
                  "context",
                      "states, features, learnt, to, phase and limit: a memory of the first states",
                  "guard", "how much larger than in training the modes of predictions may become",
                  "conserve",
                      "none, mean, or auto: predictions conserve the means that the data conserve",
                  "drift", "predictions move by a distance taken from parameters and context",
                  "symmetry",
                      "what leaves the law as it is, such as 'x -> -x, u -> -u'; auto or first for what is known")));

  public ModelInputs {
    conditions = List.copyOf(conditions);
    symmetry = List.copyOf(symmetry);
  }

  /** Of a model that remembers nothing and whose predictions are what its network says. */
  public ModelInputs(int history, List<String> conditions, TimeSpec time) {
    this(history, conditions, time, null, null, Conserve.NONE, false, List.of());
  }

  static ModelInputs defaults() {
    return NONE;
  }

  /** Takes the keys of this record out of those of a model. */
  static ModelInputs taken(String source, ObjectNode model) {
    ObjectNode own = JsonMapper.shared().createObjectNode();
    for (String key : KEYS.keySet()) {
      JsonNode value = model.remove(key);
      if (value != null && !value.isNull()) {
        own.set(key, value);
      }
    }
    return ConfigReader.overlay(source, "model", own, NONE);
  }

  /** The names of what a model is given of a set. */
  public List<String> names(SetConditions declared) {
    return conditions.equals(ALL) ? declared.names() : conditions;
  }

  /**
   * What these are in a set; a {@link io.tfsno.base.UserError} where it has none of a name.
   *
   * @param kept those of its fields whose means its trajectories keep
   * @param equation that made them, as far as it is known
   */
  public Inputs of(
      SetConditions chosen, List<String> fieldNames, List<String> kept, String equation) {
    return new Inputs(
        history,
        chosen.fields(),
        chosen.parameters(),
        time,
        context,
        guard,
        conserve.of(fieldNames, kept),
        drift,
        symmetries(equation, fieldNames));
  }

  private List<String> symmetries(String equation, List<String> fieldNames) {
    if (symmetry.size() != 1 || !OF_THE_EQUATION.contains(symmetry.get(0))) {
      return symmetry;
    }
    List<String> known = KnownSymmetries.of(equation, fieldNames);
    return symmetry.contains(FIRST) ? known.stream().limit(1).toList() : known;
  }
}
