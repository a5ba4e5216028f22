package io.tfsno.data.generate;

import io.tfsno.base.UserError;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import io.tfsno.pde.law.LawForm;
import io.tfsno.pde.law.TimeFunction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Which equation: a name of the registry, or a law that is stated term by term. */
public record EquationChoice(JsonNode tree) {
  public EquationChoice {
    boolean sound = tree != null && (tree.isObject() || tree.isString());
    if (!sound) {
      throw new UserError(
          "an equation: a name, or a group with 'dimension' and 'terms'",
          String.valueOf(tree),
          "Write for example 'equation: burgers1d'.");
    }
  }

  /** Whether the terms are stated in the file. */
  boolean isLaw() {
    return tree.isObject();
  }

  public String name() {
    return isLaw() ? law().name() : tree.asString();
  }

  int dimension() {
    return isLaw() ? law().dimension() : type().dimension();
  }

  private LawForm law() {
    return LawForm.parse("equation", tree);
  }

  private EquationType type() {
    return Equations.named(tree.asString());
  }

  /** A good box length, if the equation has one. */
  double length() {
    return isLaw() ? missing("domain.length", "the side of the box") : type().length();
  }

  /** A good solver step, if the equation has one. */
  double dt() {
    return isLaw() ? missing("solver.dt", "the largest step of the solver") : type().dt();
  }

  private double missing(String key, String what) {
    throw new UserError(
        "'%s', %s, for an equation that is stated by its terms".formatted(key, what),
        "none",
        "Add it.");
  }

  /** The equation with the coefficients of one trajectory. */
  Equation create(Coefficients.Values values) {
    return create(values.byName(), values.phase());
  }

  public Equation create(Map<String, TimeFunction> values, double phase) {
    if (isLaw()) {
      return law().with(values, phase);
    }
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, TimeFunction> value : values.entrySet()) {
      if (!value.getValue().isConstant()) {
        throw fixedOnly("a coefficient '%s' that changes with time".formatted(value.getKey()));
      }
      numbers.put(value.getKey(), value.getValue().mean());
    }
    if (phase != 0) {
      throw fixedOnly("a phase");
    }
    return type().create(numbers);
  }

  private UserError fixedOnly(String found) {
    return new UserError(
        "coefficients of %s that are numbers".formatted(name()),
        found,
        "State the equation by its terms to have it change with time.");
  }

  /** Other names under which a coefficient is known, such as Re for nu. */
  List<String> otherNames(String coefficient) {
    if (isLaw()) {
      return List.of();
    }
    Map<String, String> reciprocals = type().reciprocals();
    return reciprocals.entrySet().stream()
        .filter(r -> r.getKey().equals(coefficient) || r.getValue().equals(coefficient))
        .map(r -> r.getKey().equals(coefficient) ? r.getValue() : r.getKey())
        .toList();
  }
}
