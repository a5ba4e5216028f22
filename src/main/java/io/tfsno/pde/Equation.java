package io.tfsno.pde;

import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Wavenumbers;
import java.util.Map;

/**
 * A periodic evolution equation {@code v_t = Lop v + N(v)} for the Fourier coefficients v of one or
 * more fields. Coefficient arrays are those of {@link PairedFields}.
 */
public interface Equation {
  /** The entry of the catalogue that this equation belongs to. */
  EquationType type();

  /** The linear part, diagonal in Fourier space. */
  Symbol linear(Wavenumbers k);

  /**
   * The nonlinear part, or null where there is none. Its constant tensors belong to the scope open
   * now. The integrator dealiases it.
   */
  Nonlinearity nonlinear(PairedFields grid);

  /** The coefficients of the equation under their own names. */
  Map<String, Double> parameters();

  default int dimension() {
    return type().dimension();
  }

  default int channels() {
    return type().fields().size();
  }
}
