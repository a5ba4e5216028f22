package io.tfsno.pde.solver;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Nonlinearity;

/**
 * One time step of {@code v_t = Lop v + N(v, t)} by exponential time differencing: the linear part
 * is exact, the nonlinear part fourth-order Runge-Kutta.
 *
 * <pre>
 * a  = E2 v + Q N(v, t)
 * b  = E2 v + Q N(a, t + h/2)
 * c  = E2 a + Q (2 N(b, t + h/2) - N(v, t))
 * v' = E v + f1 N(v, t) + 2 f2 (N(a, t + h/2) + N(b, t + h/2)) + f3 N(c, t + h)
 * </pre>
 *
 * <p>Explicit in N: stable while max|velocity| * k_max * h stays below about 2.
 */
final class Etdrk4 {
  private final double h;
  private final Nonlinearity.Product product;
  private final StepTables tables;

  /**
   * @param h the time step that the tables are for
   */
  Etdrk4(StepTables tables, double h) {
    this.h = h;
    this.tables = tables;
    product = tables.nonlinearity() == null ? null : tables.nonlinearity().product();
  }

  /**
   * The coefficients one step later; {@code v} is not modified.
   *
   * @param time of v, for laws that change with it
   * @return a new tensor, owned by the enclosing scope; temporaries are freed
   */
  public Tensor step(Tensor v, double time) {
    try (Scope scope = new Scope()) {
      Tensor next = scaled(v, tables.e());
      if (product != null) {
        Tensor e2v = scaled(v, tables.e2());
        // Each N is used up and freed as soon as it is there, while it is still in the cache.
        Tensor nv = n(v, time);
        add(next, tables.f1(), nv, 1);
        Tensor a = plus(e2v, tables.q(), nv);
        nv.close();
        Tensor na = n(a, time + h / 2);
        add(next, tables.f2(), na, 2);
        Tensor b = plus(e2v, tables.q(), na);
        na.close();
        Tensor nb = n(b, time + h / 2);
        b.close();
        add(next, tables.f2(), nb, 2);
        // c = E2 a + Q (2 N(b) - N(v)), with Q N(v) = a - E2 v: one product less.
        add(e2v, tables.e2Minus1(), a, 1);
        a.close();
        add(e2v, tables.q(), nb, 2);
        nb.close();
        add(next, tables.f3(), n(e2v, time + h), 1);
      }
      return scope.keep(next);
    }
  }

  /** The products of a state, without the factor, which is in the coefficients. */
  private Tensor n(Tensor v, double time) {
    try (Scope scope = new Scope()) {
      return scope.keep(product.of(v, time));
    }
  }

  // Real coefficients multiply re and im alike: they run on the real view, at a third of the work.

  private static Tensor scaled(Tensor v, Tensor coefficient) {
    return coefficient.type().isComplex()
        ? v.mul(coefficient)
        : v.asReal().mul(coefficient).asComplex();
  }

  private static Tensor plus(Tensor v, Tensor coefficient, Tensor term) {
    return coefficient.type().isComplex()
        ? v.addProduct(coefficient, term)
        : v.asReal().addProduct(coefficient, term.asReal()).asComplex();
  }

  private static void add(Tensor sum, Tensor coefficient, Tensor term, double times) {
    if (coefficient.type().isComplex()) {
      sum.addProductInPlace(coefficient, term, times);
    } else {
      sum.asReal().addProductInPlace(coefficient, term.asReal(), times);
    }
  }
}
