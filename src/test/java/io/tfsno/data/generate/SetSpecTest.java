package io.tfsno.data.generate;

import static io.tfsno.data.generate.Specs.BURGERS;
import static io.tfsno.data.generate.Specs.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What specifications may say. */
class SetSpecTest {
  private static void refused(String yaml, String message) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> request(yaml, Shard.WHOLE).sets())
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "burgers1d | burgers1| unknown equation 'burgers1': did you mean 'burgers1d'?",
        "{nu: {logUniform: [0.01, 0.04]}}| {mu: 1}| unknown parameter of burgers1d 'mu'",
        "logUniform: [0.01| loguniform: [0.01"
            + "| unknown distribution of parameters.nu 'loguniform': did you mean 'logUniform'?",
        "[0.01, 0.04]| [0.04, 0.01]"
            + "| key 'parameters.nu': expected an interval [a, b] with a < b, or several in order, for logUniform",
        "[0.01, 0.04]| [-1, 0.04]| key 'parameters.nu': expected intervals above 0 for logUniform",
        "logUniform: [0.01, 0.04]| uniform: [-1, 1]| expected a number > 0 for nu (viscosity)",
        "{logUniform: [0.01, 0.04]}| wide| key 'parameters.nu': expected a number",
        "{logUniform: [0.01, 0.04]}| {mean: 1, amplitude: 0.5, period: 2}"
            + "| expected coefficients of burgers1d that are numbers, found a coefficient 'nu' that changes with time",
        "resolution: 32| resolution: 31| expected an even resolution from 4 to 16384",
        "resolution: 32| resolution: [32, 32]| expected resolution with one number, or 1 for the axes",
        "modes: 4| modes: 40"
            + "| expected initial states with wave numbers up to 15 at this resolution of the solver",
        "modes: 4| modes: 0| expected initial.band.modes >= 1",
        "{band: {modes: 4, rms: {uniform: [0.3, 0.6]}}}| {file: none.npy, mean: 1}"
            + "| expected one of a sampler (band, waves, gaussian, or mean and modes)",
        "train: {count: 7}| train: {count: -1}| expected a count of trajectories >= 0, found -1",
        "train: {count: 7}| train: {count: 7, profile: fast}"
            + "| expected no profile, since the specification has none, found 'fast'",
        "train: {count: 7}| train: {count: 7, stream: 1}"
            + "| expected sets with random streams of their own, found 'train' and 'test' with the same",
        "train: {count: 7}| a/b: {count: 7}| expected names of sets made of letters",
        "count: 3}| count: 3, skip: -1}| expected snapshots.skip >= 0"
      })
  void specification_withAMistake_isRefusedWithTheReason(
      String sound, String mistaken, String message) {
    assertThat(BURGERS).contains(sound);
    refused(BURGERS.replace(sound, mistaken), message);
  }

  @Test
  void product_ofACoefficientThatIsNone_isRefused() {
    refused(
        BURGERS
            .replace("burgers1d", "allen_cahn1d")
            .replace("{nu: {logUniform: [0.01, 0.04]}}", "{D: {times: [1e-4, s]}, r: 1}"),
        "expected factors of 'D' that are numbers or drawn (r), found 's'");
  }

  @Test
  void law_withoutABoxOrAStep_asksForThem() {
    String law =
        BURGERS.replace(
            "burgers1d", "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: nu}]}");
    refused(law, "expected 'domain.length', the side of the box, for an equation");
    refused(
        law.replace("resolution: 32", "resolution: 32\ndomain: {length: 1}"),
        "expected 'solver.dt', the largest step of the solver, for an equation");
  }

  @Test
  void range_thatReachesAnIllPosedLaw_isRefusedBeforeAnythingIsMade() {
    refused(
        BURGERS
            .replace(
                "burgers1d",
                "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: nu}]}")
            .replace("logUniform: [0.01, 0.04]", "uniform: [-0.01, 0.04]")
            .replace("resolution: 32", "resolution: 32\ndomain: {length: 1}\nsolver: {dt: 1}"),
        "rises without bound for k > 0");
  }

  @Test
  void shard_thatIsNone_isRefused() {
    for (String text : new String[] {"0/4", "5/4", "3", "a/b", "1/2/3"}) {
      assertThatExceptionOfType(UserError.class)
          .isThrownBy(() -> Shard.parse(text))
          .withMessageContaining("expected a shard i/n with i from 1 to n");
    }
  }

  @Test
  void numberDrawnFromIntervals_hitsThemInProportion() {
    Draw uniform = Draw.parse("p", ConfigReader.tree("t", "{uniform: [[0, 1], [10, 13]]}"));
    Draw logarithmic = Draw.parse("p", ConfigReader.tree("t", "{logUniform: [[1, 2], [4, 8]]}"));

    assertThat(uniform.applyAsDouble(0.125)).isEqualTo(0.5);
    assertThat(uniform.applyAsDouble(0.25)).isEqualTo(10);
    assertThat(uniform.applyAsDouble(0.75)).isEqualTo(12);
    assertThat(logarithmic.applyAsDouble(0.25)).isEqualTo(Math.sqrt(2));
    assertThat(logarithmic.applyAsDouble(0.5)).isEqualTo(4);
    Draw choice = Draw.parse("p", ConfigReader.tree("t", "{choice: [3, 5]}"));
    assertThat(choice.applyAsDouble(0.4)).isEqualTo(3);
    assertThat(choice.applyAsDouble(0.999)).isEqualTo(5);
  }
}
