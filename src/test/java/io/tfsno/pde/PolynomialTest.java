package io.tfsno.pde;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Polynomial.Monomial;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolynomialTest {
  private static final Polynomial MIXED =
      Polynomial.of(Monomial.of(2, 0, 0), Monomial.of(-1, 1, 1, 0), Monomial.of(0.5, 0, 1));

  @Test
  void polynomial_ofFields_isTheSumOfItsProducts() {
    try (Scope scope = new Scope()) {
      Tensor u = Tensor.of(new double[] {1, 2, -3}, 3);
      Tensor v = Tensor.of(new double[] {4, -1, 0.5}, 3);
      assertThat(MIXED.of(List.of(u, v)).toDoubles())
          .containsExactly(2 - 16 + 2, 8 - 2 - 1, 18 + 0.75 - 0.75);
    }
  }

  @Test
  void power_ofTheLastUse_overwritesTheField() {
    try (Scope scope = new Scope()) {
      Tensor u = Tensor.of(new double[] {2, -3}, 2);
      assertThat(Polynomial.power(3).ofLast(List.of(u)).toDoubles()).containsExactly(8, -27);
      assertThat(u.toDoubles()).containsExactly(8, -27);
    }
  }

  @Test
  void code_ofAPolynomial_isAnExpressionInC() {
    assertThat(MIXED.code("w"))
        .isEqualTo("2.0 * (w[0] * w[0]) + -1.0 * (w[1] * w[1] * w[0]) + 0.5 * (w[0] * w[1])");
  }
}
