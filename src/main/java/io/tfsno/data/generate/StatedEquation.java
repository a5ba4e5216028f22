package io.tfsno.data.generate;

import io.tfsno.base.ConfigReader;
import io.tfsno.data.generate.SetSpec.PartSpec;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationFamily;
import io.tfsno.pde.law.TimeFunction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The equation of a data set as the set itself states it, in the attribute {@code equation_spec}:
 * JSON with the keys {@code equation}, {@code parameters} and {@code phase} of a {@link SetSpec}.
 */
public final class StatedEquation {
  /** The attribute that holds it. */
  public static final String ATTRIBUTE = "equation_spec";

  private final EquationChoice equation;
  private final Coefficients coefficients;

  private record Stated(
      EquationChoice equation, Map<String, JsonNode> parameters, JsonNode phase) {}

  private StatedEquation(Stated stated) {
    equation = stated.equation;
    coefficients =
        Coefficients.of(stated.parameters == null ? Map.of() : stated.parameters, stated.phase);
  }

  static String text(SetSpec spec, PartSpec set) {
    ObjectNode tree = new ObjectMapper().createObjectNode();
    tree.set("equation", spec.equation().tree());
    ObjectNode parameters = tree.putObject("parameters");
    spec.statedParameters(set).forEach(parameters::set);
    JsonNode phase = set.phase() != null ? set.phase() : spec.phase();
    if (phase != null) {
      tree.set("phase", phase);
    }
    return tree.toString();
  }

  /** Reads it back; {@code source} names the set in messages. */
  public static StatedEquation parse(String source, String text) {
    return new StatedEquation(ConfigReader.parse(source, text, Stated.class));
  }

  /** The equations of all trajectories, as they are at the start of time. */
  public EquationFamily family() {
    List<String> names = coefficients.varying();
    List<Coefficients.Values> corners = coefficients.corners();
    Coefficients.Values least = corners.get(0);
    Coefficients.Values most = corners.get(corners.size() - 1);
    List<Double> typical =
        names.stream().map(name -> (least.number(name) + most.number(name)) / 2).toList();
    return new EquationFamily(names, typical, own -> with(least, names, own));
  }

  private Equation with(Coefficients.Values fixed, List<String> names, List<Double> own) {
    Map<String, TimeFunction> values = new LinkedHashMap<>(fixed.byName());
    for (int i = 0; i < names.size(); i++) {
      values.put(names.get(i), TimeFunction.constant(own.get(i)));
    }
    return equation.create(values, 0);
  }
}
