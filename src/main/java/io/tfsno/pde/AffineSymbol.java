package io.tfsno.pde;

import io.tfsno.base.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A symbol that depends linearly on the coefficients of a family: {@code base + sum of c_j
 * slope_j}. Found by differences, which are exact for such a symbol; that it is one is checked.
 *
 * @param slopes one for each coefficient
 */
record AffineSymbol(Symbol base, List<Symbol> slopes) {
  private static final double STEP = 0.25;
  private static final double ROUNDING = 1e-9;

  static AffineSymbol of(EquationFamily family, Function<Equation, Symbol> symbol) {
    Symbol typical = symbol.apply(family.any());
    List<Symbol> slopes = new ArrayList<>();
    Symbol base = typical;
    List<Double> elsewhere = new ArrayList<>();
    for (int j = 0; j < family.names().size(); j++) {
      double c = family.typical().get(j);
      double step = c == 0 ? STEP : STEP * c;
      List<Double> moved = new ArrayList<>(family.typical());
      moved.set(j, c + step);
      elsewhere.add(c + 2 * step);
      Symbol there = symbol.apply(family.with().apply(moved));
      Symbol slope = sum(there, 1 / step, typical, -1 / step);
      slopes.add(slope);
      base = sum(base, 1, slope, -c);
    }
    AffineSymbol found = new AffineSymbol(base, slopes);
    found.requireExact(family, elsewhere, symbol);
    return found;
  }

  private void requireExact(
      EquationFamily family, List<Double> values, Function<Equation, Symbol> symbol) {
    if (slopes.isEmpty()) {
      return;
    }
    Symbol expected = symbol.apply(family.with().apply(values));
    Symbol found = base;
    for (int j = 0; j < slopes.size(); j++) {
      found = sum(found, 1, slopes.get(j), values.get(j));
    }
    if (largest(sum(found, 1, expected, -1)) > ROUNDING * largest(expected)) {
      throw new UserError(
          "an equation that depends linearly on " + String.join(", ", family.names()),
          family.any().type().name() + ", which does not",
          "Fix these coefficients, or leave the physics out.");
    }
  }

  private static Symbol sum(Symbol a, double times, Symbol b, double plus) {
    int rows = a.re().length;
    int modes = a.re()[0].length;
    double[][] re = new double[rows][modes];
    double[][] im = new double[rows][modes];
    for (int c = 0; c < rows; c++) {
      for (int m = 0; m < modes; m++) {
        re[c][m] = times * a.re(c, m) + plus * b.re(c, m);
        im[c][m] = times * a.im(c, m) + plus * b.im(c, m);
      }
    }
    return new Symbol(re, im);
  }

  private static double largest(Symbol symbol) {
    double most = 0;
    for (int c = 0; c < symbol.re().length; c++) {
      for (int m = 0; m < symbol.re()[c].length; m++) {
        most = Math.max(most, Math.hypot(symbol.re(c, m), symbol.im(c, m)));
      }
    }
    return most;
  }
}
