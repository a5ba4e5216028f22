package io.tfsno.serve.http;

import io.tfsno.operator.FieldShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of a trajectory before its first state.
 *
 * @param source name of the model, or the solver's settings
 * @param dt time of one step
 * @param more facts about the source
 */
public record TrajectoryHead(
    String source,
    String equation,
    FieldShape shape,
    double dt,
    int steps,
    Map<String, Object> more) {
  /** Of the further facts: values of parameters by name. */
  public static final String PARAMETERS = "parameters";

  public Map<String, Object> document() {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("source", source);
    d.put("equation", equation);
    d.put("steps", steps);
    d.put("shape", state());
    d.putAll(ShapeDocument.of(shape));
    d.put("dt", dt);
    d.putAll(more);
    return d;
  }

  /** The parameters that the trajectory depends on. */
  public Map<String, Double> parameters() {
    Map<String, Double> numbers = new LinkedHashMap<>();
    if (more.get(PARAMETERS) instanceof Map<?, ?> given) {
      given.forEach((name, value) -> numbers.put((String) name, (Double) value));
    }
    return numbers;
  }

  /** The shape of one state, {@code [channel, x(, y, z)]}. */
  public List<Integer> state() {
    List<Integer> state = new ArrayList<>(List.of(shape.channels()));
    state.addAll(shape.points().perAxis());
    return state;
  }

  public int stateSize() {
    return shape.channels() * shape.cells();
  }
}
