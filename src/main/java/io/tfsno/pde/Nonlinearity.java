package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import java.util.function.UnaryOperator;

/**
 * A nonlinear term {@code N(v) = factor(k) product(v)}: products of fields in physical space, then
 * a diagonal operator (a derivative, a rate) in Fourier space. They are kept apart because an
 * integrator can fold the factor into its own coefficients.
 *
 * @param factor what multiplies the products, per channel and mode
 * @param product coefficients of the state to coefficients of the products; its input is not
 *     modified, its output is new
 */
public record Nonlinearity(Symbol factor, UnaryOperator<Tensor> product) {}
