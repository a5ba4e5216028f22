package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.PseudoSpectral;
import io.tfsno.spectral.Wavenumbers;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A periodic evolution equation {@code v_t = Lop v + N(v)} for the Fourier coefficients v of one or
 * more fields. Coefficient arrays are {@code [trajectory, channel, modes...]}.
 */
public interface Equation {
  /** The entry of the catalogue that this equation belongs to. */
  EquationType type();

  /** The linear part, diagonal in Fourier space. */
  Symbol linear(Wavenumbers k);

  /**
   * The nonlinear part as a map from coefficients to coefficients, truncated to the modes of the
   * grid, which dealiases quadratic products. It is differentiable and does not modify its input.
   * {@link #NO_NONLINEARITY} for linear equations.
   */
  UnaryOperator<Tensor> nonlinear(PseudoSpectral grid);

  /** The coefficients of the equation under their own names. */
  Map<String, Double> parameters();

  UnaryOperator<Tensor> NO_NONLINEARITY = v -> v.mul(0);

  default int dimension() {
    return type().dimension();
  }

  default int channels() {
    return type().fields().size();
  }
}
