package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import java.util.function.UnaryOperator;

/**
 * A nonlinear term {@code N(v, t) = factor(k) product(v, t)}: products of fields in physical space,
 * then a diagonal operator (a derivative, a rate) in Fourier space. They are kept apart because an
 * integrator can fold the factor into its own coefficients.
 *
 * @param factor what multiplies the products, per channel and mode
 * @param product coefficients of the state to coefficients of the products
 * @param shared whether the products are the same for all coefficients of the equation, which then
 *     stand in the factor alone: a batch of trajectories with different coefficients is faster so
 */
public record Nonlinearity(Symbol factor, Product product, boolean shared) {
  /** Coefficients of the products of a state at a time. */
  @FunctionalInterface
  public interface Product {
    /** The state is not modified; the result is new. */
    Tensor of(Tensor state, double time);
  }

  /** A term that does not change with time, whose products may know the equation's coefficients. */
  public Nonlinearity(Symbol factor, UnaryOperator<Tensor> product) {
    this(factor, (state, time) -> product.apply(state), false);
  }

  /** A term that does not change with time, with all coefficients of the equation in its factor. */
  public static Nonlinearity shared(Symbol factor, UnaryOperator<Tensor> product) {
    return new Nonlinearity(factor, (state, time) -> product.apply(state), true);
  }
}
