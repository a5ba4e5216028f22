package io.tfsno.pde;

import java.util.List;
import java.util.function.Function;

/**
 * Equations of one type that differ in some of their coefficients.
 *
 * @param names of these coefficients; empty for one equation alone
 * @param typical values of theirs
 * @param with the equation with given values
 */
public record EquationFamily(
    List<String> names, List<Double> typical, Function<List<Double>, Equation> with) {
  public EquationFamily {
    names = List.copyOf(names);
    typical = List.copyOf(typical);
    if (names.size() != typical.size()) {
      throw new IllegalArgumentException(names + " with the values " + typical);
    }
  }

  /** One equation alone. */
  public static EquationFamily of(Equation equation) {
    return new EquationFamily(List.of(), List.of(), none -> equation);
  }

  /** One of them. */
  public Equation any() {
    return with.apply(typical);
  }
}
