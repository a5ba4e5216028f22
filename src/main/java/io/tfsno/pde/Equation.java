package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * A periodic evolution equation {@code v_t = Lop v + N(v)} for the Fourier coefficients v of one or
 * more fields. Coefficient arrays are those of a {@link SpectralGrid}.
 */
public interface Equation {
  /** The entry of the catalogue that this equation belongs to. */
  EquationType type();

  /** The linear part, diagonal in Fourier space. */
  Symbol linear(Wavenumbers waves);

  /**
   * The nonlinear part, or null where there is none. It makes its constants by the grid's methods
   * alone, which say who owns them. Whoever evaluates it dealiases it.
   */
  Nonlinearity nonlinear(SpectralGrid grid);

  /**
   * The nonlinear part of a batch whose trajectory i obeys equation i of a list, all of this type.
   * The factor holds one trajectory's channels after another's. What stands here serves every
   * equation; another way must give the same numbers, only faster.
   */
  default Nonlinearity nonlinear(List<Equation> each, SpectralGrid grid) {
    return Laws.joined(each, grid);
  }

  /** Whether the law stays the same as time goes on. */
  default boolean autonomous() {
    return true;
  }

  /**
   * The state to start from in place of one that was given: its part that the equation allows.
   *
   * @return the given coefficients, or a new tensor
   */
  default Tensor allowed(Tensor state, SpectralGrid grid) {
    return state;
  }

  /** The coefficients of the equation under their own names. */
  Map<String, Double> parameters();

  default int dimension() {
    return type().dimension();
  }

  default int channels() {
    return type().fields().size();
  }
}
