package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Parameter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueTest {
  @ParameterizedTest
  @CsvSource({
    "burgers1d, nu",
    "allen_cahn1d, D r",
    "ks1d, ''",
    "burgers2d_scalar, nu",
    "allen_cahn2d, D r",
    "navier_stokes2d, nu",
    "advection1d, c",
    "advection2d, cx cy",
    "heat1d, D",
    "heat2d, D",
    "kdv1d, ''",
    "fisher_kpp1d, D r",
    "cahn_hilliard1d, gamma",
    "cahn_hilliard2d, gamma",
    "swift_hohenberg2d, r g",
    "gray_scott2d, Du Dv F k",
    "kolmogorov2d, nu drag n A",
    "ks2d, ''",
    "fisher_kpp2d, D r",
    "swift_hohenberg1d, r g",
    "gray_scott1d, Du Dv F k",
    "burgers3d_scalar, nu",
    "allen_cahn3d, D r",
    "ks3d, ''",
    "navier_stokes3d, nu",
    "advection3d, cx cy cz",
    "heat3d, D",
    "fisher_kpp3d, D r",
    "cahn_hilliard3d, gamma",
    "swift_hohenberg3d, r g",
    "gray_scott3d, Du Dv F k",
  })
  void equation_ofEachPromisedName_takesItsParameters(String name, String parameters) {
    EquationType type = Catalogue.named(name);
    List<String> expected = parameters.isEmpty() ? List.of() : List.of(parameters.split(" "));
    assertThat(type.parameters()).extracting(Parameter::name).isEqualTo(expected);
    assertThat(type.dimension()).isEqualTo(name.contains("1d") ? 1 : name.contains("2d") ? 2 : 3);
  }

  @Test
  void all_equations_areTheThirtyOnePromised() {
    assertThat(Catalogue.all()).hasSize(31);
    assertThat(Catalogue.all()).extracting(EquationType::name).doesNotHaveDuplicates();
  }

  static Stream<EquationType> everyEquation() {
    return Catalogue.all().stream();
  }

  @ParameterizedTest
  @MethodSource("everyEquation")
  void equation_withItsGoodValues_statesThem(EquationType type) {
    Equation equation = type.create(Map.of());
    assertThat(equation.type()).isSameAs(type);
    for (Parameter p : type.parameters()) {
      assertThat(equation.parameters()).containsEntry(p.name(), p.standard());
    }
    assertThat(type.length()).isPositive();
    assertThat(type.dt()).isPositive();
    assertThat(type.formula()).contains("_t");
    assertThat(type.behaviour()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("everyEquation")
  void equation_withOneParameterChanged_keepsTheOthers(EquationType type) {
    for (Parameter changed : type.parameters()) {
      Equation equation = type.create(Map.of(changed.name(), 3.0));
      for (Parameter p : type.parameters()) {
        assertThat(equation.parameters())
            .containsEntry(p.name(), p.equals(changed) ? 3.0 : p.standard());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "burger1d, burgers1d",
    "KS1D, ks1d",
    "navier-stokes2d, navier_stokes2d",
    "gray_scot2d, gray_scott2d",
  })
  void named_withASlip_suggestsTheNearest(String slip, String meant) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Catalogue.named(slip))
        .withMessageContaining("unknown equation '" + slip + "'")
        .withMessageContaining("did you mean '" + meant + "'?")
        .withMessageContaining("burgers1d, allen_cahn1d, ks1d");
  }

  @Test
  void create_withAMisspeltParameter_suggestsTheNearest() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Catalogue.named("cahn_hilliard1d").create(Map.of("gama", 1.0)))
        .withMessage(
            "unknown parameter of cahn_hilliard1d 'gama': did you mean 'gamma'? Known: gamma.");
  }

  @Test
  void create_withAParameterWhereThereIsNone_saysToRemoveIt() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Catalogue.named("ks1d").create(Map.of("nu", 1.0)))
        .withMessage("expected no parameters for ks1d, found 'nu'. Remove it.");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.01, 0, Double.NaN, Double.POSITIVE_INFINITY})
  void create_withAViscosityThatIsNone_saysWhatItMustBe(double nu) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Catalogue.named("burgers1d").create(Map.of("nu", nu)))
        .withMessageStartingWith("expected a number > 0 for nu (viscosity), found " + nu)
        .withMessageEndingWith("A good value is 0.003183.");
  }

  @Test
  void create_withAFractionalForceWave_saysItMustBeWhole() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Catalogue.named("kolmogorov2d").create(Map.of("n", 2.5)))
        .withMessage(
            "expected a whole number >= 1 for n (waves of the force), found 2.5. A good value is 4.");
  }

  @Test
  void create_withReynolds_setsTheViscosity() {
    Equation equation = Catalogue.named("navier_stokes2d").create(Map.of("Re", 250.0));
    assertThat(equation.parameters().get("nu")).isCloseTo(0.004, within(1e-18));
    assertThat(equation.parameters().get("Re")).isCloseTo(250, within(1e-12));
  }

  @Test
  void create_withReynoldsAndViscosity_asksForOne() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () -> Catalogue.named("navier_stokes2d").create(Map.of("Re", 250.0, "nu", 0.004)))
        .withMessage(
            "expected either Re or nu for navier_stokes2d, found both. Remove one of the two.");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -5, Double.NaN, Double.POSITIVE_INFINITY})
  void create_withAReynoldsNumberThatIsNone_saysWhatItMustBe(double re) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Catalogue.named("navier_stokes2d").create(Map.of("Re", re)))
        .withMessage("expected a number > 0 for Re, found " + re + ". Try 1000.");
  }

  @Test
  void navierStokes_withoutViscosity_isAllowed() {
    assertThat(Catalogue.named("navier_stokes2d").create(Map.of("nu", 0.0)).parameters())
        .containsOnly(Map.entry("nu", 0.0));
  }

  @Test
  void benchmark_ofAnUnknownName_listsTheSix() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Benchmark.named("E7"))
        .withMessageContaining("unknown benchmark 'E7'")
        .withMessageContaining("E1, E2, E3, E4, E5, E6");
    assertThat(Benchmark.named("e3").id()).isEqualTo("E3");
  }

  @Test
  void benchmark_withReynoldsWhereThereIsNone_saysSo() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Benchmark.named("E1").withReynolds(500))
        .withMessageContaining("found E1");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Benchmark.named("E6").withReynolds(0))
        .withMessageContaining("a Reynolds number > 0, found 0.0");
  }

  @ParameterizedTest
  @CsvSource({
    // id, L, interval, snapshots, N, n, reference Ns and steps, fast Ns and steps
    "E1, 1, 0.01, 101, 1024, 256, 1536, 10, 384, 4",
    "E2, 1, 0.15, 101, 1024, 256, 1536, 5, 384, 3",
    "E3, 64, 0.5, 101, 1024, 256, 1536, 200, 384, 25",
    "E4, 1, 0.015, 51, 128, 64, 192, 10, 96, 4",
    "E5, 1, 0.4, 51, 128, 64, 192, 32, 96, 8",
    "E6, 6.283185307179586, 1, 51, 128, 64, 192, 25, 128, 10",
  })
  void benchmark_ofEachName_hasTheStatedSetting(
      String id,
      double length,
      double interval,
      int snapshots,
      int original,
      int training,
      int referencePoints,
      int referenceSteps,
      int fastPoints,
      int fastSteps) {
    Benchmark b = Benchmark.named(id);
    assertThat(b.length()).isEqualTo(length);
    assertThat(b.interval()).isEqualTo(interval);
    assertThat(b.snapshots()).isEqualTo(snapshots);
    assertThat(b.originalPoints()).isEqualTo(original);
    assertThat(b.trainingPoints()).isEqualTo(training);
    assertThat(b.reference().points()).isEqualTo(referencePoints);
    assertThat(b.reference().substeps()).isEqualTo(referenceSteps);
    assertThat(b.fast().points()).isEqualTo(fastPoints);
    assertThat(b.fast().substeps()).isEqualTo(fastSteps);
  }
}
