package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.SpectralGrid;
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
 * @param form the same products as data, for which a GPU has kernels; null where they are code
 */
public record Nonlinearity(Symbol factor, Product product, boolean shared, ProductForm form) {
  /** Coefficients of the products of a state at a time. */
  @FunctionalInterface
  public interface Product {
    /** The state is not modified; the result is new. */
    Tensor of(Tensor state, double time);
  }

  /** A term that is code alone. */
  public Nonlinearity(Symbol factor, Product product, boolean shared) {
    this(factor, product, shared, null);
  }

  /**
   * A term whose products are data, and with that the same at all times.
   *
   * @param factor its rows are the channels of one trajectory, or of one after another
   * @param channels of a trajectory
   */
  public static Nonlinearity of(
      Symbol factor, ProductForm form, int channels, boolean shared, SpectralGrid grid) {
    FormedProducts products = new FormedProducts(form, grid, channels);
    return new Nonlinearity(factor, (state, time) -> products.of(state), shared, form);
  }

  /** The same with all coefficients of the equation in its factor. */
  public static Nonlinearity shared(Symbol factor, ProductForm form, SpectralGrid grid) {
    return of(factor, form, factor.re().length, true, grid);
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
