package io.tfsno.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.nn.Execution;
import io.tfsno.report.figure.Parsed;
import io.tfsno.run.RunFolder;
import io.tfsno.train.TinyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class HtmlReportTest {
  @TempDir static Path folder;
  @TempDir Path scratch;
  private static Path runs;
  private static Path run;
  private static String page;

  @BeforeAll
  static void train() {
    Path data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 6, 12, 32);
    runs = folder.resolve("runs");
    run = runs.resolve("a");
    TinyRuns.train(
        run,
        """
        name: '<script>"A" & B</script>'
        model: {name: tfsno, widths: [4, 4, 4], modes: [4, 3, 2]}
        training: {epochs: 2}
        validation: {trajectories: 1, every: 1}
        """,
        data);
    TinyRuns.train(runs.resolve("b"), TinyRuns.FNO.replace("epochs: 6", "epochs: 2"), data);
    page = HtmlReport.of(run, Device.CPU, ProgressListener.NONE);
  }

  @Test
  void page_isOneDocumentWithBalancedTags() {
    assertThat(page).startsWith("<!doctype html>\n<html lang=\"en\">").endsWith("</html>\n");
    for (String tag :
        List.of("html", "head", "body", "main", "section", "figure", "table", "tr", "svg", "dl")) {
      assertThat(count(page, "<" + tag + "[ >]"))
          .as(tag)
          .isPositive()
          .isEqualTo(count(page, "</" + tag + ">"));
    }
    assertThat(count(page, "<html[ >]")).isEqualTo(1);
    assertThat(count(page, "<h1>")).isEqualTo(1);
  }

  @Test
  void page_loadsNothingFromElsewhere() {
    Pattern reference = Pattern.compile("(?:src|href)\\s*=\\s*\"([^\"]*)\"|url\\(([^)]*)\\)");
    assertThat(
            reference
                .matcher(page)
                .results()
                .map(m -> m.group(1) != null ? m.group(1) : m.group(2)))
        .allMatch(target -> target.startsWith("#") || target.startsWith("data:"));
    assertThat(page).doesNotContain("@import").doesNotContain("<link").doesNotContain("<script");
  }

  @Test
  void names_areEscapedEverywhere() {
    assertThat(page).doesNotContain("<script>").contains("&lt;script&gt;").contains("&amp; B");
  }

  @Test
  void page_holdsTheTableAndEveryFigure() {
    assertThat(page)
        .contains("<th>Relative L₂ error</th><th>step 1</th><th>step 10</th><th>steps 1–11</th>")
        .contains("<th>copying the start</th>")
        .doesNotContain("resampling alone")
        .contains(
            "6 test trajectories, rollouts of 11 steps, run directly and scored on 32 points");
    assertThat(headings(page))
        .satisfiesExactly(
            h -> assertThat(h).isEqualTo("Error against step"),
            h -> assertThat(h).startsWith("One trajectory: "),
            h -> assertThat(h).isEqualTo("Power spectra"),
            h -> assertThat(h).startsWith("The gate: "),
            h -> assertThat(h).startsWith("Gain and energy: "),
            h -> assertThat(h).isEqualTo("Training"),
            h -> assertThat(h).isEqualTo("Where this comes from"));
    List<String> figures = figures(page);
    assertThat(figures).hasSize(6);
    figures.forEach(Parsed::of);
    // Five blocks of a U over three levels, each with its gate.
    assertThat(Parsed.of(figures.get(3)).texts())
        .contains("Block 1: mean gain", "Block 5: largest gain");
    assertThat(page).contains("<dt>data_sha256</dt>");
  }

  @Test
  void ids_ofAllFigures_differ() {
    List<String> ids = matches(page, " id=\"([^\"]*)\"");
    assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
    assertThat(matches(page, "url\\(#([^)]*)\\)")).isSubsetOf(ids);
  }

  @Test
  void page_madeAgainInAnotherLanguage_isTheSame() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(HtmlReport.of(run, Device.CPU, ProgressListener.NONE)).isEqualTo(page);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void folderOfRuns_isComparedOnOnePage() {
    String both = HtmlReport.of(runs, Device.CPU, ProgressListener.NONE);
    assertThat(both).contains("<th>tiny</th>").contains("&lt;script&gt;");
    assertThat(headings(both)).filteredOn(h -> h.startsWith("One trajectory: ")).hasSize(2);
    assertThat(both)
        .contains("<p class=\"verdict\">", "test trajectories, and the smaller error on")
        .contains("<section id=\"error-against-step\">", "<a href=\"#error-against-step\">");
    assertThat(page).doesNotContain("class=\"verdict\"").contains("Data: ", ", trained until 2");
    // An FNO has no gate to show.
    assertThat(headings(both)).filteredOn(h -> h.startsWith("The gate: ")).hasSize(1);
    List<String> ids = matches(both, " id=\"([^\"]*)\"");
    assertThat(ids).doesNotHaveDuplicates();
  }

  @Test
  void runsScoredOnDifferentTruths_haveATableEach() {
    Path mixed = scratch.resolve("mixed");
    Path fine = SyntheticSets.fadingWaves(scratch.resolve("fine.h5"), 6, 12, 64);
    Path shorter = SyntheticSets.fadingWaves(scratch.resolve("short.h5"), 4, 6, 32);
    String yaml = TinyRuns.FNO.replace("epochs: 6", "epochs: 1");
    TinyRuns.train(mixed.resolve("a"), yaml.replace("tiny", "a"), fine);
    TinyRuns.train(
        mixed.resolve("b"), yaml.replace("tiny", "b") + "data: {resolution: 32}\n", fine);
    TinyRuns.train(mixed.resolve("c"), yaml.replace("tiny", "c"), shorter);

    String page = HtmlReport.of(mixed, Device.CPU, ProgressListener.NONE);

    assertThat(count(page, "<table>")).isEqualTo(2);
    assertThat(headings(page)).contains("fine.h5", "short.h5");
    assertThat(page)
        .contains("<th>steps 1–11</th>", "<th>steps 1–5</th>")
        .contains(
            "a: run directly and scored on 64 points; "
                + "b: run on its training grid of 32 points, resampled to and scored on 64.")
        .contains("<th>resampling alone, from 32 points</th>");
  }

  @Test
  void run_withoutMetricsAndProvenance_isStillReported() throws IOException {
    Path copy = copyOfRun();
    Files.delete(copy.resolve(RunFolder.METRICS));
    Files.delete(copy.resolve(RunFolder.PROVENANCE));
    String bare = HtmlReport.of(copy, Device.CPU, ProgressListener.NONE);
    assertThat(figures(bare)).hasSize(6);
  }

  @Test
  void validation_thatWasInfinite_doesNotHideTheCurve() throws IOException {
    Path copy = copyOfRun();
    Files.writeString(
        copy.resolve(RunFolder.METRICS),
        """
        {"epoch":1,"loss":2.5,"validation_error":"Infinity"}
        {"epoch":2,"loss":1.5,"validation_error":0.5}
        {"epoch":3,"lo""");
    RunView.Curve curve =
        new RunCollector(Execution.on(Device.CPU)).collect(copy, ProgressListener.NONE).curve();
    assertThat(curve.loss()).containsExactly(2.5, 1.5);
    assertThat(curve.validation()).containsExactly(Double.POSITIVE_INFINITY, 0.5);
  }

  @Test
  void folder_withoutRuns_isRefused() {
    assertThatThrownBy(() -> HtmlReport.of(scratch, Device.CPU, ProgressListener.NONE))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected a run folder with model.safetensors");
    assertThatThrownBy(
            () -> HtmlReport.of(scratch.resolve("none"), Device.CPU, ProgressListener.NONE))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("none");
  }

  private Path copyOfRun() throws IOException {
    Path copy = Files.createDirectory(scratch.resolve("copy"));
    for (String name :
        List.of(RunFolder.CONFIG, RunFolder.MODEL, RunFolder.METRICS, RunFolder.PROVENANCE)) {
      Files.copy(run.resolve(name), copy.resolve(name));
    }
    return copy;
  }

  private static List<String> headings(String html) {
    return matches(html, "<h2>(?:<a [^>]*>)?(.*?)(?:</a>)?</h2>");
  }

  private static List<String> figures(String html) {
    return matches(html, "(?s)(<svg .*?</svg>)");
  }

  private static List<String> matches(String html, String pattern) {
    return Pattern.compile(pattern).matcher(html).results().map(m -> m.group(1)).toList();
  }

  private static long count(String html, String pattern) {
    return Pattern.compile(pattern).matcher(html).results().map(MatchResult::group).count();
  }
}
