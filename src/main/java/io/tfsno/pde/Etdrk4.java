package io.tfsno.pde;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.PseudoSpectral;
import java.util.function.UnaryOperator;

/**
 * One time step of {@code v_t = Lop v + N(v)} by exponential time differencing: the linear part is
 * exact, the nonlinear part fourth-order Runge-Kutta.
 *
 * <pre>
 * a  = E2 v + Q N(v)
 * b  = E2 v + Q N(a)
 * c  = E2 a + Q (2 N(b) - N(v))
 * v' = E v + f1 N(v) + 2 f2 (N(a) + N(b)) + f3 N(c)
 * </pre>
 *
 * <p>Explicit in N: stable while max|velocity| * k_max * h stays below about 2. The coefficient
 * tensors belong to the scope that was open at construction.
 */
public final class Etdrk4 {
  private final UnaryOperator<Tensor> nonlinear;
  private final boolean realSymbol;
  private final Tensor e;
  private final Tensor e2;
  private final Tensor q;
  private final Tensor f1;
  private final Tensor twiceF2;
  private final Tensor f3;

  /**
   * @param h the time step
   */
  public Etdrk4(Equation equation, PseudoSpectral grid, double h) {
    Symbol symbol = equation.linear(grid.wavenumbers());
    CoefficientTable table = new CoefficientTable(symbol, h, grid);
    realSymbol = symbol.isReal();
    nonlinear = equation.nonlinear(grid);
    e = table.exponential(1);
    e2 = table.exponential(0.5);
    q = table.function(EtdCoefficients.Q, 1);
    f1 = table.function(EtdCoefficients.F1, 1);
    twiceF2 = table.function(EtdCoefficients.F2, 2);
    f3 = table.function(EtdCoefficients.F3, 1);
  }

  /**
   * The coefficients one step later; {@code v} is not modified.
   *
   * @return a new tensor, owned by the enclosing scope; temporaries are freed
   */
  public Tensor step(Tensor v) {
    try (Scope scope = new Scope()) {
      Tensor x = carrier(v);
      Tensor next = x.mul(e);
      if (nonlinear != Equation.NO_NONLINEARITY) {
        Tensor e2x = x.mul(e2);
        Tensor nv = carrier(nonlinear.apply(v));
        Tensor a = e2x.addProduct(q, nv);
        Tensor na = n(a);
        Tensor b = e2x.addProduct(q, na);
        Tensor nb = n(b);
        Tensor c = a.mul(e2);
        c.addProductInPlace(q, nb.mul(2).sub(nv));
        next.addProductInPlace(f1, nv);
        next.addProductInPlace(twiceF2, na.add(nb));
        next.addProductInPlace(f3, n(c));
      }
      return scope.keep(realSymbol ? next.asComplex() : next);
    }
  }

  private Tensor n(Tensor carrier) {
    return carrier(nonlinear.apply(realSymbol ? carrier.asComplex() : carrier));
  }

  /** A real symbol multiplies (re, im) alike, so its products run on reals: a third of the work. */
  private Tensor carrier(Tensor complex) {
    return realSymbol ? complex.asReal() : complex;
  }
}
