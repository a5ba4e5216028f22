package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.EquationFamily;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import io.tfsno.pde.Residual;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Residuals of samples that have coefficients of their own. */
@ExtendWith(PerTestScope.class)
class FamilyResidualTest {
  private static EquationFamily family(String equation, String name, double typical) {
    EquationType type = Equations.named(equation);
    return new EquationFamily(
        List.of(name), List.of(typical), values -> type.create(Map.of(name, values.get(0))));
  }

  private static Tensor noise(long seed, long... shape) {
    int count = 1;
    for (long n : shape) {
      count *= (int) n;
    }
    return Tensor.of(new Rng(seed).normals(count), shape);
  }

  @ParameterizedTest
  @CsvSource({
    "burgers1d, nu, 0.01, 0.02, 0.05", "allen_cahn2d, r, 1, 0.5, 2",
    "navier_stokes2d, nu, 0.01, 0.001, 0.1", "advection1d, c, 0, -1, 2"
  })
  void residual_ofASampleAmongOthers_isThatOfItsOwnEquation(
      String name, String coefficient, double typical, double one, double other) {
    EquationType type = Equations.named(name);
    Grid grid = Grid.periodic(Points.cube(type.dimension(), 16), type.length());
    Tensor next = noise(1, grid.points().shape(2, 1));
    Tensor now = noise(2, grid.points().shape(2, 1));
    double[] values = {one, other};
    try (Residual together =
        new Residual(family(name, coefficient, typical), grid, 0.1, DType.FLOAT64, Device.CPU)) {
      Tensor found = together.of(next, now, Tensor.of(values, 2, 1));
      for (int i = 0; i < 2; i++) {
        try (Residual alone =
            new Residual(
                type.create(Map.of(coefficient, values[i])),
                grid,
                0.1,
                DType.FLOAT64,
                Device.CPU)) {
          Tensor expected = alone.of(next.narrow(0, i, 1), now.narrow(0, i, 1));
          assertThat(found.narrow(0, i, 1).toDoubles())
              .containsExactly(expected.toDoubles(), within(1e-9));
        }
      }
    }
  }

  @Test
  void family_whoseSymbolIsNotLinearInItsCoefficient_isRefused() {
    Grid plane = Grid.periodic(Points.of(16, 16), 6);
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                new Residual(
                    family("navier_stokes2d", "Re", 100), plane, 0.1, DType.FLOAT64, Device.CPU))
        .withMessageContaining("expected an equation that depends linearly on Re");
  }
}
