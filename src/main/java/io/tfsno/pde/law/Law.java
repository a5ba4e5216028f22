package io.tfsno.pde.law;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A law of a {@link LawForm} with values for its coefficients. Linear terms, with the means of
 * their coefficients, are the linear part of the equation, which a step treats exactly; all else,
 * the changing part of a coefficient included, is its nonlinear part, evaluated at the times of the
 * stages.
 *
 * @param phase the law at time t is what is stated for {@code t + phase}
 */
public record Law(LawForm form, Map<String, TimeFunction> values, double phase)
    implements Equation {
  public Law {
    values = Map.copyOf(values);
    Growth.requireBounded(form, values);
  }

  @Override
  public EquationType type() {
    return form.type();
  }

  @Override
  public int dimension() {
    return form.dimension();
  }

  @Override
  public int channels() {
    return form.fields().size();
  }

  /** Those that do not change with time. */
  @Override
  public Map<String, Double> parameters() {
    Map<String, Double> constants = new LinkedHashMap<>();
    for (String name : form.coefficients()) {
      if (values.get(name).isConstant()) {
        constants.put(name, values.get(name).mean());
      }
    }
    return constants;
  }

  @Override
  public boolean autonomous() {
    return form.terms().stream().noneMatch(this::changes);
  }

  /** Whether a term changes with time. */
  boolean changes(Term term) {
    return !term.coefficient().isConstant(values)
        || (term.forcing() != null && !term.forcing().isSteady());
  }

  /** What multiplies a term at a time of the solver. */
  double coefficient(Term term, double time) {
    return term.coefficient().at(time + phase, values);
  }

  double meanCoefficient(Term term) {
    return term.coefficient().mean(values);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    int modes = waves.modes().count();
    double[][] re = new double[channels()][modes];
    double[][] im = new double[channels()][modes];
    boolean real = true;
    for (Term term : form.terms()) {
      if (term.isDiagonal()) {
        double[] symbol = waves.map(term.derivative()::at);
        double[] sum = (term.derivative().isReal() ? re : im)[term.field()];
        real &= term.derivative().isReal();
        for (int i = 0; i < modes; i++) {
          sum[i] += meanCoefficient(term) * symbol[i];
        }
      }
    }
    return new Symbol(re, real ? null : im);
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return nonlinear(List.of(this), grid);
  }

  /** All laws of one form are evaluated together. */
  @Override
  public Nonlinearity nonlinear(List<Equation> each, SpectralGrid grid) {
    return ExplicitPart.of(form, each.stream().map(e -> (Law) e).toList(), grid);
  }
}
