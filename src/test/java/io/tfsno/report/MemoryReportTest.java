package io.tfsno.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.Conditioned;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.SyntheticSets;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.report.figure.Parsed;
import io.tfsno.train.TinyRuns;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class MemoryReportTest {
  private static final String YAML =
      """
      name: remembering
      model: {name: %s, context: {states: 3, to: %s}}
      training: {epochs: 1}
      validation: {trajectories: 1, every: 1}
      """;
  private static final String TFSNO = "tfsno, widths: [4, 4], modes: [4, 2], predictDelta: true";

  @TempDir private Path folder;

  /** The section about what the run remembers, its tables included. */
  private String section(String model, String to, Path data) {
    Path run = folder.resolve("run");
    TinyRuns.train(run, YAML.formatted(model, to), data);
    String page = HtmlReport.of(run, Device.CPU, ProgressListener.NONE);
    int start = page.indexOf(">What it remembers: remembering</a></h2>");
    return start < 0 ? "" : page.substring(start, page.indexOf(">Training</a></h2>"));
  }

  private static List<String> figure(String section) {
    var svg = Pattern.compile("(?s)<svg .*?</svg>").matcher(section);
    assertThat(svg.find()).isTrue();
    return Parsed.of(svg.group()).texts();
  }

  @Test
  void memory_isComparedWithWhatIsHidden() {
    String told = TFSNO + ", conditions: [A], time: {harmonics: 1, reference: 1, periodic: true}";
    String section =
        section(told + ", drift: true", "gate", Conditioned.data(folder.resolve("in.h5")));
    assertThat(figure(section))
        .contains("Correlation of each number with nu", "ratios", "power")
        .contains("Block 1, step 1", "Block 3, step 3", "nu = 0.100", "nu = 0.120, mean code");
    assertThat(section)
        .contains("<th>number of the code</th><th>r with nu</th><th>nu = 0.100</th>")
        .contains("<th>change of the mean gains by the code</th><th>nu = 0.100, step 1</th>")
        .contains("<tr><th>velocity of the drift along x</th><td>")
        .contains("<tr><th>block 3</th><td>");
  }

  @Test
  void memory_ofDataThatTellNothing_isShownAsItIs() {
    Path data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 4, 6, 32);
    String section = section("fno, width: 4, modes: 4, layers: 2, head: 8", "channels", data);
    assertThat(figure(section)).contains("The code of trajectory 0").doesNotContain("Block 1");
    assertThat(section)
        .contains("<th>number of the code</th><th>trajectory 0</th><th>trajectory 1</th>")
        .doesNotContain("change of the mean gains", "drift");
  }

  @Test
  void model_thatRemembersNothing_hasNoSuchSection() {
    assertThat(section(TFSNO, "none", Conditioned.data(folder.resolve("in.h5")))).isEmpty();
  }

  @Test
  void runs_thatAreGivenDifferentThings_areToldApartAndDrawnAtTheEndsOfTheRange() {
    Path data = Conditioned.data(folder.resolve("in.h5"));
    String told = "fno, width: 4, modes: 4, layers: 2, head: 8, conditions: [nu]";
    TinyRuns.train(folder.resolve("runs/a"), YAML.formatted(TFSNO, "gate"), data);
    TinyRuns.train(folder.resolve("runs/b"), YAML.formatted(told, "none"), data);
    String page = HtmlReport.of(folder.resolve("runs"), Device.CPU, ProgressListener.NONE);
    assertThat(page)
        .contains("given the state, nu</span>")
        .contains("of 3 states, to its gates</span>")
        .contains("predicted from state 3 on");
    int start = page.indexOf(">From the lowest to the highest nu</a></h2>");
    assertThat(figure(page.substring(start)))
        .contains("nu = 0.10, step 3", "nu = 0.12, step 3", "Error of remembering", "truth");
  }
}
