package io.tfsno.pde.law;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A term as a file states it. Which of the other keys a term may have depends on its kind.
 *
 * @param kind one of {@link TermKind}
 * @param field the field in whose equation it stands; the only one if absent
 * @param of the fields that are multiplied, or the one that is differentiated
 * @param by the field that carries another
 */
public record TermSpec(
    String kind,
    String field,
    JsonNode coefficient,
    Integer order,
    String axis,
    Integer power,
    List<String> of,
    String by,
    List<Integer> wavenumber,
    Double frequency,
    Double phase) {

  /** The term in a law of the given fields. */
  Term resolve(int dimension, List<String> fields) {
    TermKind known = known();
    requireKeys(known);
    int target = field == null && fields.size() == 1 ? 0 : index("field", field, fields);
    return known.term(new Context(this, dimension, fields, target));
  }

  private TermKind known() {
    return Arrays.stream(TermKind.values())
        .filter(k -> k.label().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                Names.unknown(
                    "kind of term",
                    String.valueOf(kind),
                    Arrays.stream(TermKind.values()).map(TermKind::label).toList()));
  }

  private void requireKeys(TermKind known) {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("order", order);
    given.put("axis", axis);
    given.put("power", power);
    given.put("of", of);
    given.put("by", by);
    given.put("wavenumber", wavenumber);
    given.put("frequency", frequency);
    given.put("phase", phase);
    given.forEach(
        (key, value) -> {
          if (value != null && !known.keys().contains(key)) {
            throw new UserError(
                "a term of kind '%s' with the keys %s"
                    .formatted(known.label(), String.join(", ", known.allKeys())),
                "'" + key + "'",
                "Remove it.");
          }
        });
  }

  static int index(String key, String name, List<String> fields) {
    if (name == null) {
      throw new UserError(
          "'%s' in every term of a law with several fields".formatted(key),
          "none",
          "Give one of " + String.join(", ", fields) + ".");
    }
    if (!fields.contains(name)) {
      throw Names.unknown("field", name, fields);
    }
    return fields.indexOf(name);
  }

  /** A term in its surroundings. */
  record Context(TermSpec spec, int dimension, List<String> fields, int target) {
    private static final List<String> AXES = List.of("x", "y", "z");

    /** The number of the axis, -1 for none; on a line there is only one. */
    int axis() {
      if (spec.axis == null) {
        return dimension == 1 ? 0 : -1;
      }
      List<String> known = AXES.subList(0, dimension);
      String name = spec.axis.toLowerCase(Locale.ROOT);
      if (!known.contains(name)) {
        throw Names.unknown("axis", spec.axis, known);
      }
      return known.indexOf(name);
    }

    /** The fields that are multiplied: as many as the degree, by default the target's own. */
    List<Integer> of(int degree) {
      if (spec.of == null) {
        return Collections.nCopies(degree, target);
      }
      if (spec.of.size() != degree) {
        throw new UserError(
            "%d name(s) in 'of' for a term of kind '%s'".formatted(degree, spec.kind),
            spec.of.toString(),
            "List each field as often as it is multiplied.");
      }
      return spec.of.stream().map(name -> index("of", name, fields)).toList();
    }

    Term term(DerivativeTerm derivative, Product product, String formula) {
      return new Term(
          target, Coefficient.parse(spec.coefficient), derivative, product, null, formula);
    }

    Term forcing(Forcing forcing, String formula) {
      return new Term(
          target, Coefficient.parse(spec.coefficient), DerivativeTerm.NONE, null, forcing, formula);
    }

    int number(String key, Integer given, int standard, int least, int most) {
      int value = given == null ? standard : given;
      if (value < least || value > most) {
        throw new UserError(
            "%s from %d to %d for a term of kind '%s'".formatted(key, least, most, spec.kind),
            Integer.toString(value),
            "Correct it.");
      }
      return value;
    }

    String name(int field) {
      return fields.get(field);
    }

    /** Such as u_xx, Lap^2 u, (u_x + u_y). */
    String slope(String of, int order, int axis) {
      if (order == 0) {
        return of;
      }
      if (axis >= 0) {
        return of + "_" + AXES.get(axis).repeat(order);
      }
      if (order % 2 == 0) {
        return (order == 2 ? "Lap " : "Lap^%d ".formatted(order / 2)) + of;
      }
      return "div(%s)".formatted(of);
    }
  }
}
