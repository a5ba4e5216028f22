package io.tfsno.pde.law;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Parameter;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The form of a law without values for its coefficients, {@code u_t = } the sum of its terms.
 *
 * <pre>{@code
 * name: my_burgers          # optional
 * dimension: 1
 * terms:
 *   - {kind: derivative, order: 2, coefficient: nu}
 *   - {kind: advection, coefficient: -1}
 * }</pre>
 */
public final class LawForm {
  /** What a law is called that has no name. */
  public static final String UNNAMED = "generic";

  private final Description stated;
  private final List<String> fields;
  private final List<Term> terms;

  /**
   * A law as a file states it.
   *
   * @param fields their names; u if absent
   */
  public record Description(
      String name, Integer dimension, List<String> fields, List<TermSpec> terms) {
    public Description {
      if (dimension == null || dimension < 1 || dimension > Points.MOST_AXES) {
        throw new UserError(
            "equation.dimension from 1 to 3", String.valueOf(dimension), "Add 'dimension: 1'.");
      }
      if (terms == null || terms.isEmpty()) {
        throw new UserError(
            "at least one term in equation.terms",
            "none",
            "Add for example {kind: derivative, order: 2, coefficient: 0.01}.");
      }
    }
  }

  private LawForm(Description stated) {
    this.stated = stated;
    fields = stated.fields == null ? List.of("u") : List.copyOf(stated.fields);
    Channel.requireDifferent(fields);
    terms = stated.terms.stream().map(t -> t.resolve(stated.dimension, fields)).toList();
  }

  /** The form in a tree; {@code source} names it in messages. */
  public static LawForm parse(String source, JsonNode tree) {
    return new LawForm(ConfigReader.bind(source, tree, Description.class));
  }

  public String name() {
    return stated.name == null ? UNNAMED : stated.name;
  }

  public int dimension() {
    return stated.dimension;
  }

  List<String> fields() {
    return fields;
  }

  List<Term> terms() {
    return terms;
  }

  /** The names of all coefficients, in the order in which they occur. */
  public List<String> coefficients() {
    Set<String> names = new LinkedHashSet<>();
    terms.forEach(t -> names.addAll(t.coefficient().names()));
    return List.copyOf(names);
  }

  /** The law with values for its coefficients, read as it is at {@code t + phase}. */
  public Law with(Map<String, TimeFunction> values, double phase) {
    requireValues(values.keySet());
    return new Law(this, values, phase);
  }

  private void requireValues(Collection<String> given) {
    terms.forEach(t -> t.coefficient().requireKnown(given));
    for (String name : given) {
      if (!coefficients().contains(name)) {
        throw new UserError(
            "values for the coefficients of %s (%s)"
                .formatted(name(), String.join(", ", coefficients())),
            "one for '%s', which no term has".formatted(name),
            "Remove it, or use it in a term.");
      }
    }
  }

  /** As an entry of a catalogue, without a good box and step: whoever uses it states these. */
  EquationType type() {
    return new EquationType(
        name(),
        formula(),
        "stated in a file",
        dimension(),
        fields,
        coefficients().stream().map(c -> Parameter.any(c, 0, "coefficient")).toList(),
        Map.of(),
        Double.NaN,
        Double.NaN,
        values -> with(constants(values), 0));
  }

  private static Map<String, TimeFunction> constants(Map<String, Double> values) {
    Map<String, TimeFunction> constants = new LinkedHashMap<>();
    values.forEach((name, value) -> constants.put(name, TimeFunction.constant(value)));
    return constants;
  }

  private String formula() {
    return IntStream.range(0, fields.size())
        .mapToObj(
            field ->
                fields.get(field)
                    + "_t = "
                    + terms.stream()
                        .filter(t -> t.field() == field)
                        .map(Term::text)
                        .collect(Collectors.joining(" "))
                        .replaceFirst("^\\+ ", "")
                        .replaceFirst("^- ", "-"))
        .collect(Collectors.joining(",  "));
  }
}
