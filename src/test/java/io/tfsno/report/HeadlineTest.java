package io.tfsno.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Scores;
import io.tfsno.eval.Summary;
import io.tfsno.operator.Inputs;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeadlineTest {
  private static RunView run(String name, double... errors) {
    return run(Inputs.NONE, name, errors);
  }

  private static RunView run(Inputs inputs, String name, double... errors) {
    Summary of = new Summary(Arrays.stream(errors).average().orElseThrow(), 0, 0);
    int lost = (int) Arrays.stream(errors).filter(e -> !Double.isFinite(e)).count();
    Scores.Step step = new Scores.Step(1, of, of, of, lost, of, null);
    List<Double> last = Arrays.stream(errors).boxed().toList();
    Scores scores = new Scores(List.of(step), step, of, of, lost, of, List.of(), last);
    Evaluation evaluation =
        new Evaluation(
            "fno", 1, errors.length, 1, false, Points.of(8), Points.of(8), scores, scores, null);
    return new RunView(
        name,
        "",
        "e.h5",
        inputs,
        evaluation,
        null,
        null,
        null,
        List.of(),
        List.of(),
        null,
        Map.of());
  }

  @Test
  void runThatIsBetterOnAll_isNamedWithRatioAndInterval() {
    // ln ratios ln 2 + {-0.1, 0, 0.1}: mean ln 2, standard error 0.1 / sqrt 3, t = 4.3027.
    RunView slow = run("slow", 2 * Math.exp(-0.1), 2, 2 * Math.exp(0.1));
    double half = 4.302653 * 0.1 / Math.sqrt(3);
    assertThat(Headline.of(List.of(slow, run("fast", 1, 1, 1))))
        .startsWith("fast is better: it has 0.500 of the error of slow after 1 steps")
        .contains(
            "interval %.3f to %.3f".formatted(0.5 * Math.exp(-half), 0.5 * Math.exp(half)),
            "over 3 test trajectories",
            "on 100 % of them")
        .endsWith("tfsno bench can tell.");
  }

  @Test
  void runsWhoseDifferencesScatter_cannotBeToldApart() {
    String text = Headline.of(List.of(run("a", 1, 2, 1), run("b", 2, 1, 1.1)));
    assertThat(text).startsWith("a and b cannot be told apart by these trajectories: a has");
  }

  @Test
  void runThatBlewUp_isNotTheBest() {
    RunView lost = run("lost", 0.001, Double.NaN, 0.001);
    assertThat(Headline.of(List.of(lost, run("sound", 1, 1, 1)))).contains("sound has");
  }

  @Test
  void runThatIsToldMore_isAYardstickAndNotCompared() {
    Inputs nu = new Inputs(1, List.of(), Channel.named(List.of("nu")), null);
    RunView told = run(nu, "told", 0.1, 0.1, 0.1);
    RunView memory = run("memory", 1, 1, 1);
    assertThat(Headline.of(List.of(run("none", 3, 3, 3.1), memory, told)))
        .startsWith("memory is better: it has 0.33")
        .endsWith(" told is a yardstick: it is told nu.");
    // With nobody else to compare with, or all told alike, there is no yardstick.
    assertThat(Headline.of(List.of(memory, told)))
        .startsWith("told is better")
        .doesNotContain("yard");
    assertThat(Headline.of(List.of(told, run(nu, "other", 1, 1, 1)))).doesNotContain("yardstick");
  }

  @Test
  void runAlone_hasNoHeadline() {
    assertThat(Headline.of(List.of(run("alone", 1, 2)))).isEmpty();
  }
}
