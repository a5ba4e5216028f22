package io.tfsno.pde.law;

import static io.tfsno.pde.law.LawRuns.form;
import static io.tfsno.pde.law.LawRuns.law;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tfsno.base.UserError;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LawFormTest {
  @Test
  void formula_ofALaw_isReadable() {
    assertThat(
            law(
                    "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: nu},"
                        + " {kind: advection, coefficient: -1}, {kind: cubic, coefficient: [-2, r]}]}",
                    Map.of("nu", 0.1, "r", 1.0))
                .type()
                .formula())
        .isEqualTo("u_t = nu u_xx - 0.5 (u^2_x) - 2 r u^3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: diffusion}"
            + "| unknown kind of term 'diffusion'. Known: derivative, quadratic, cubic, advection, flux, gradient, forcing, constant.",
        "{kind: cubik}| unknown kind of term 'cubik': did you mean 'cubic'?",
        "{kind: cubic, order: 2}"
            + "| expected a term of kind 'cubic' with the keys kind, field, coefficient, of, found 'order'.",
        "{kind: cubic, coefficient: {a: 1}}| expected a coefficient: a number, a name, or a list",
        "{kind: cubic, coefficient: 'r*2'}| expected a coefficient: a number, a name, or a list",
        "{kind: cubic, coefficient: 1e400}| expected a coefficient: a number, a name, or a list",
        "{kind: derivative, order: 1}| expected an axis for a derivative of odd order 1 in 2D",
        "{kind: derivative, order: 9}| expected order from 0 to 8 for a term of kind 'derivative'",
        "{kind: derivative, order: 2, axis: z}| unknown axis 'z'. Known: x, y.",
        "{kind: quadratic, of: [u]}| expected 2 name(s) in 'of' for a term of kind 'quadratic'",
        "{kind: quadratic, of: [u, w]}| unknown field 'w'. Known: u.",
        "{kind: forcing, wavenumber: 1}| expected a wavenumber of 2 whole number(s) for a forcing",
        "{kind: flux, power: 4}| expected power from 2 to 3"
      })
  void term_thatMakesNoSense_isRefusedWithTheReason(String term, String message) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> form("{dimension: 2, terms: [" + term + "]}"))
        .withMessageContaining(message);
  }

  @Test
  void law_withoutDimensionOrTerms_saysWhatIsMissing() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> form("{terms: [{kind: cubic}]}"))
        .withMessageContaining("expected equation.dimension from 1 to 3, found null");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> form("{dimension: 1}"))
        .withMessageContaining("expected at least one term in equation.terms, found none");
  }

  @Test
  void coefficient_withoutAValue_orAValueWithoutATerm_isRefused() {
    String cubic = "{dimension: 1, terms: [{kind: cubic, coefficient: -rate}]}";
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> law(cubic, Map.of("rat", 1.0)))
        .withMessageContaining("unknown coefficient 'rate': did you mean 'rat'?");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> law(cubic, Map.of()))
        .withMessageContaining("expected a value for the coefficient 'rate' in 'parameters'");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> law(cubic, Map.of("rate", 1.0, "D", 1.0)))
        .withMessageContaining("found one for 'D', which no term has");
  }

  @Test
  void linearPart_thatGrowsWithoutBound_isRefusedSayingForWhichWaves() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                law(
                    "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: D}]}",
                    Map.of("D", -0.5)))
        .withMessageContaining("expected a linear part of generic whose growth rate is bounded")
        .withMessageContaining(
            "found a rate 0.5000 k^2 along x, which is positive and rises without bound for k > 0")
        .withMessageContaining("Change the sign of the coefficient of order 2");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                law(
                    "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: 4},"
                        + " {kind: derivative, order: 4}]}",
                    Map.of()))
        .withMessageContaining("1.000 k^4 - 4.000 k^2 along x")
        .withMessageContaining("for k > 2.000");
  }

  @Test
  void growth_thatIsBounded_isAllowed() {
    // Kuramoto-Sivashinsky, an axis without damping, pure transport, growth alone.
    law(
        "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: -1},"
            + " {kind: derivative, order: 4, coefficient: -1}]}",
        Map.of());
    law(
        "{dimension: 2, terms: [{kind: derivative, order: 2, axis: x, coefficient: 1},"
            + " {kind: derivative, order: 3, axis: y}, {kind: derivative, order: 0}]}",
        Map.of());
  }

  @Test
  void axis_withNegativeDiffusion_isRefusedThoughTheOtherIsDamped() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                law(
                    "{dimension: 2, terms: [{kind: derivative, order: 2, axis: x, coefficient: 1},"
                        + " {kind: derivative, order: 2, axis: y, coefficient: -0.1}]}",
                    Map.of()))
        .withMessageContaining("along y");
  }

  @Test
  void diffusivity_thatTurnsNegativeForSomeTime_isRefused() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                form("{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: D}]}")
                    .with(Map.of("D", new TimeFunction(1, 1.5, 2)), 0))
        .withMessageContaining("rises without bound");
  }

  @Test
  void period_thatIsNotPositive_isRefused() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> new TimeFunction(1, 0.5, 0))
        .withMessageContaining("expected a period > 0 of a coefficient that changes with time");
  }
}
