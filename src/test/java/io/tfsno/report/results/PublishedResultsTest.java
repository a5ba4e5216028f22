package io.tfsno.report.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/results.md and its files against the ledger's JSON, read without the report's classes. */
class PublishedResultsTest {
  private static final Path PAGE = Path.of("docs", "results.md");
  private static final Path FILES = Path.of("docs", "results");
  private static final List<String> EQUATIONS = List.of("E1", "E2", "E3", "E4", "E5", "E6");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)[^)]*\\)");

  private static final List<JsonNode> LEDGER = new ArrayList<>();
  private static List<String> page;

  @BeforeAll
  static void read() throws IOException {
    page = Files.readAllLines(PAGE);
    try (Stream<Path> files = Files.list(Path.of("results", "ledger"))) {
      for (Path file : files.sorted().toList()) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
          JsonNode entry = JsonMapper.shared().readTree(in);
          if (entry.at("/cell/budget").asString().equals("full")) { // the paper's protocol
            LEDGER.add(entry);
          }
        }
      }
    }
  }

  /** One number of each seed; {@code step} 0 is the mean over the first rollouts. */
  private static double[] seeds(
      String form, String data, String variant, String test, String metric, int step, String of) {
    return LEDGER.stream()
        .filter(e -> e.at("/cell/form").asString().equals(form.toUpperCase(Locale.ROOT)))
        .filter(e -> e.at("/cell/dataset").asString().equals(data))
        .filter(e -> e.at("/cell/variant").asString().equals(variant))
        .flatMap(e -> e.get("tests").valueStream())
        .filter(t -> t.get("dataset").asString().equals(test))
        .map(
            t ->
                step == 0
                    ? t.at("/rollouts/0/overall")
                    : t.get("steps")
                        .valueStream()
                        .filter(s -> s.get("step").asInt() == step)
                        .findFirst()
                        .orElseThrow())
        .mapToDouble(s -> s.at("/%s/%s".formatted(metric, of)).asDouble())
        .toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    return Math.sqrt(
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1));
  }

  private static List<String> row(String section, String start) {
    return page.stream()
        .dropWhile(line -> !line.equals("## " + section))
        .filter(line -> line.startsWith("| " + start + " |"))
        .findFirst()
        .map(line -> Stream.of(line.split("\\|", -1)).map(String::strip).skip(1).toList())
        .orElseThrow(() -> new AssertionError(section + ": no row " + start));
  }

  /** To the three digits that a page shows, or to two where it writes a power of ten. */
  private static void assertShows(String cell, double[] values, double[] medians) {
    String text = cell.replace("*", "").replaceFirst(" \\(.*", "");
    String[] parts = text.replaceFirst(" \\[.*", "").split(" ± ", -1);
    assertShows(parts[0], mean(values));
    assertThat(parts).as(cell).hasSize(values.length > 1 ? 2 : 1);
    if (values.length > 1) {
      assertShows(parts[1], deviation(values));
    }
    if (medians != null) {
      boolean far = Math.abs(mean(values) - mean(medians)) > mean(values) / 3;
      assertThat(text.endsWith("]")).as("%s has a median", cell).isEqualTo(far);
      if (far) {
        assertShows(text.substring(text.indexOf('[') + 1, text.length() - 1), mean(medians));
      }
    }
  }

  private static void assertShows(String number, double value) {
    double share = number.contains("e") ? 5.1 : 0.51;
    assertThat(Double.parseDouble(number)).isCloseTo(value, Percentage.withPercentage(share));
  }

  @Test
  void mainTable_ofThePage_isTheLedgers() {
    String[][] models = {
      {"TF-SNO", "tfsno"},
      {"FNO", "fno"},
      {"DeepONet", "deeponet"},
      {"U-NO", "uno"},
      {"PINO", "pino"},
      {"WNO", "wno"},
      {"FINO", "fino"}
    };
    for (String form : List.of("direct", "delta")) {
      for (String[] model : models) {
        if (form.equals("direct") && model[1].equals("fino")) {
          continue; // has one form only
        }
        List<String> row = row("All models at step 50", form + " | " + model[0]);
        for (int i = 0; i < EQUATIONS.size(); i++) {
          String data = EQUATIONS.get(i);
          double[] l2 = seeds(form, data, model[1], data, "l2", 50, "mean");
          assertShows(row.get(2 + i), l2, seeds(form, data, model[1], data, "l2", 50, "median"));
        }
      }
    }
    assertThat(row("All models at step 50", " | seeds").subList(2, 8))
        .containsExactly("3", "3", "3", "1", "1", "1");
  }

  @Test
  void worthOfTheGate_isTheRatioOfErrors() {
    for (String form : List.of("direct", "delta")) {
      String label = form.equals("delta") ? "predictDelta" : form;
      List<String> row = row("What the gate is worth", label + ": worth of the gate");
      for (int i = 0; i < EQUATIONS.size(); i++) {
        String data = EQUATIONS.get(i);
        double with = mean(seeds(form, data, "tfsno", data, "l2", 50, "mean"));
        double without = mean(seeds(form, data, "no-gate", data, "l2", 50, "mean"));
        assertShows(row.get(1 + i), without / with);
      }
    }
  }

  @Test
  void componentsAndReynoldsNumbers_areTheLedgers() {
    List<String> noH1 = row("Components left out", "w/o H1 loss");
    assertShows(noH1.get(1), seeds("direct", "E1", "no-h1", "E1", "l2", 0, "mean"), null);
    assertShows(noH1.get(4), seeds("delta", "E4", "no-h1", "E4", "l2", 0, "mean"), null);
    List<String> fno = row("From Re 500 to Re 1000", "FNO");
    assertShows(fno.get(1), seeds("direct", "E6-re500", "fno", "E6-re500", "l2", 0, "mean"), null);
    assertShows(fno.get(4), seeds("delta", "E6-re500", "fno", "E6", "l2", 0, "mean"), null);
  }

  @Test
  void rollouts_inTheirFile_areTheLedgersToFourDigits() throws IOException {
    List<String> lines = Files.readAllLines(FILES.resolve("rollout.csv"));
    List<String> head = List.of(lines.get(0).split(",", -1));
    assertThat(lines).hasSize(1 + (2 * 42 - 6) * 12);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      int step = Integer.parseInt(cells[head.indexOf("last_step")]);
      String metric = cells[head.indexOf("metric")];
      double[] means = seeds(cells[0], cells[1], cells[4], cells[2], metric, step, "mean");
      double[] medians = seeds(cells[0], cells[1], cells[4], cells[2], metric, step, "median");
      Percentage four = Percentage.withPercentage(0.051);
      assertThat(Double.parseDouble(cells[head.indexOf("mean")])).isCloseTo(mean(means), four);
      assertThat(Double.parseDouble(cells[head.indexOf("median")])).isCloseTo(mean(medians), four);
      assertThat(cells[head.indexOf("seeds")]).isEqualTo(Integer.toString(means.length));
      if (means.length > 1) {
        double spread = Double.parseDouble(cells[head.indexOf("spread")]);
        assertThat(spread).isCloseTo(deviation(means), within(1e-3 * deviation(means)));
      }
    }
  }

  @Test
  void variants_inTheirFile_areAllThatTheLedgerHas() throws IOException {
    long trained =
        LEDGER.stream()
            .map(e -> e.at("/cell/dataset") + " " + e.at("/cell/form") + e.at("/cell/variant"))
            .distinct()
            .count();
    assertThat(Files.readAllLines(FILES.resolve("variants.csv"))).hasSize(1 + (int) trained);
  }

  @Test
  void page_isShort_andItsLinksLeadSomewhere() throws IOException {
    assertThat(page).hasSizeLessThanOrEqualTo(165);
    assertThat(page).filteredOn(line -> !line.startsWith("|")).allMatch(l -> l.length() <= 120);
    List<String> links =
        page.stream()
            .flatMap(line -> LINK.matcher(line).results().map((MatchResult r) -> r.group(1)))
            .toList();
    assertThat(links)
        .hasSizeGreaterThan(25)
        .allMatch(link -> Files.exists(PAGE.resolveSibling(link)));
    long bytes = 0;
    for (String link : links.stream().distinct().filter(l -> l.endsWith(".csv")).toList()) {
      bytes += Files.size(PAGE.resolveSibling(link));
    }
    assertThat(bytes).isLessThan(250_000);
  }

  @Test
  void page_writtenAnew_isTheSame(@TempDir Path folder) throws IOException {
    Files.copy(Path.of("docs", "results-reading.md"), folder.resolve("results-reading.md"));
    Path anew = folder.resolve("results.md");
    MarkdownPage.write(Path.of("results"), null, null, anew);
    assertThat(anew).hasSameTextualContentAs(PAGE);
    try (Stream<Path> files = Files.list(folder.resolve("results"))) {
      assertThat(files)
          .hasSizeGreaterThan(20)
          .allSatisfy(
              file -> assertThat(file).hasSameTextualContentAs(FILES.resolve(file.getFileName())));
    }
  }
}
