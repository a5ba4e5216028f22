package io.tfsno.report.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.bench.Cell;
import io.tfsno.bench.Declarations;
import io.tfsno.bench.Form;
import io.tfsno.bench.Ledger;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.engine.Device;
import io.tfsno.eval.Scores;
import io.tfsno.eval.Summary;
import io.tfsno.report.HtmlReport;
import io.tfsno.report.proof.PlannedLedger;
import io.tfsno.report.proof.Proof;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The page about a ledger whose numbers were made up, so that means and places are known. */
class ResultsPageTest {
  @TempDir private Path folder;
  private Ledger ledger;
  private Path page;

  @BeforeEach
  void fill() {
    ledger = new Ledger(folder);
    page = folder.resolve("results.md");
    add("tfsno", Form.DIRECT, 1, 0.01, 0);
    add("tfsno", Form.DIRECT, 2, 0.02, 0);
    add("tfsno", Form.DIRECT, 3, 0.03, 0);
    add("fno", Form.DIRECT, 1, 0.05, 0);
    add("uno", Form.DIRECT, 1, 0.04, 3);
    add("fino", Form.DELTA, 1, 0.10, 0);
    ledger.write(
        new LedgerEntry(
            "E1-wno-direct-full-s1",
            "training diverged",
            new Cell("E1", "wno", Form.DIRECT, "full", 1),
            "WNO",
            config(),
            origin(),
            null,
            List.of()));
  }

  /** All errors of a step are the same number, and the step's number is added at step 50. */
  private void add(String variant, Form form, long seed, double l2, int nonFinite) {
    add("E1", variant, form, seed, l2, nonFinite);
  }

  private void add(String dataset, String variant, Form form, long seed, double l2, int nonFinite) {
    Cell cell = new Cell(dataset, variant, form, "full", seed);
    Summary s = new Summary(l2, 0, l2);
    Scores.Step one = new Scores.Step(1, s, s, s, 0, s, null);
    Scores.Step fifty = new Scores.Step(50, s, s, s, nonFinite, s, null);
    Scores.Step overall = new Scores.Step(0, s, s, s, nonFinite, s, null);
    double[] curve = new double[50];
    Arrays.fill(curve, l2);
    LedgerEntry.Rollout rollout = new LedgerEntry.Rollout(50, overall, s, s);
    ledger.write(
        new LedgerEntry(
            cell.key(),
            null,
            cell,
            variant,
            config(),
            origin(),
            new LedgerEntry.Training(7, 500, 9, 2.0, 10, 0.5, 50, 400),
            List.of(
                new LedgerEntry.Test(
                    dataset,
                    "ab",
                    200,
                    "direct",
                    List.of(rollout),
                    List.of(one, fifty),
                    curve,
                    curve,
                    null,
                    null,
                    gates(dataset)))));
  }

  private static List<LedgerEntry.Gate> gates(String dataset) {
    return dataset.equals("E1")
        ? List.of(new LedgerEntry.Gate(1, 0.5, 0.1, 0.02), new LedgerEntry.Gate(2, null, 0.2, 0.01))
        : null;
  }

  private static tools.jackson.databind.JsonNode config() {
    return JsonMapper.shared().readTree("{\"training\": {\"epochs\": 500}}");
  }

  private static LedgerEntry.Origin origin() {
    return new LedgerEntry.Origin("1", "c0de", "ab", "cpu", "float32", "x", "then", "now", null);
  }

  @Test
  void gatesAgainstEnergy_areMeansOverSeedsOfTheDirectForm_nextToThePapers() throws Exception {
    add("E4", "tfsno", Form.DIRECT, 1, 0.01, 0);
    List<String> page = markdown();
    assertThat(page).contains("## Gates against energy");
    // Three seeds of the same made-up gates; the second block's R_eff is not defined.
    assertThat(page).contains("| E1 | 3 | 0.50 (0.02) | - (0.01) |", "| paper |  | 0.60 | -0.14 |");
    assertThat(page).noneMatch(line -> line.startsWith("| E4 | 1 | 0.50"));
  }

  private List<String> markdown() throws Exception {
    MarkdownPage.write(folder, null, null, page);
    return Files.readAllLines(page);
  }

  /** A page that stands alone has every table; as rows of Markdown, to be read as the other is. */
  private List<String> html() {
    return HtmlReport.of(folder, Device.CPU, (done, total, detail) -> {})
        .replaceAll("</?(thead|tbody|table|div)[^>]*>", "")
        .replaceAll("<h2>", "\n## ")
        .replaceAll("</?b>", "**")
        .replaceAll("<tr><t[hd]>", "\n| ")
        .replaceAll("</t[hd]><t[hd]>", " | ")
        .replaceAll("</t[hd]></tr>", " |")
        .replaceAll("</?code>", "`")
        .replace("&lt;", "<")
        .replace("&#39;", "'")
        .lines()
        .toList();
  }

  private List<String> sheet(String name) throws Exception {
    markdown();
    return Files.readAllLines(folder.resolve("results").resolve(name + ".csv"));
  }

  /** The cells of the first row of a section that starts so. */
  private static List<String> row(List<String> lines, String section, String start) {
    return lines.stream()
        .dropWhile(l -> !l.startsWith("## " + section))
        .filter(l -> l.startsWith("| " + start))
        .findFirst()
        .map(l -> Stream.of(l.split("\\|")).map(String::strip).skip(1).toList())
        .orElseThrow();
  }

  /** Seed 1: (0.30 - 0.12) / 0.20 = 0.90, seed 2: (0.40 - 0.10) / 0.30 = 1; seed 3 has no told. */
  @Test
  void gapClosed_isTheMeanOverSeedsThatNothingAndToldHaveToo() throws Exception {
    assertThat(markdown()).noneMatch(line -> line.contains("Hidden regimes"));
    double[][] errors = {{0.30, 0.10, 0.12}, {0.40, 0.10, 0.10}};
    for (int seed = 1; seed <= 2; seed++) {
      double[] of = errors[seed - 1];
      add("N1", "none", Form.DELTA, seed, of[0], 0);
      add("N1", "told", Form.DELTA, seed, of[1], 0);
      add("N1", "context", Form.DELTA, seed, of[2], 0);
    }
    add("N1", "none", Form.DELTA, 3, 0.5, 0);
    add("N1", "context", Form.DELTA, 3, 0.5, 0);
    List<String> lines = markdown();
    assertThat(row(lines, "Hidden regimes", "context").get(2)).isEqualTo("0.95 (2)");
    assertThat(row(lines, "Hidden regimes", "none").get(2)).isEqualTo("0.00 (2)");
    assertThat(row(lines, "Hidden regimes", "told").get(2)).isEqualTo("1.00 (2)");
  }

  @Test
  void mean_overThreeSeeds_standsWithItsSpreadBesideThePapersNumber() throws Exception {
    List<String> row = row(html(), "Errors at steps", "E1 | TF-SNO");
    // Mean of 0.01, 0.02, 0.03; sample deviation 0.01; the best of the five.
    assertThat(row.get(12)).isEqualTo("**0.0200 ± 0.0100** (0.0651)");
    assertThat(row.get(2)).endsWith("(<5.0e-06)");
  }

  @Test
  void cell_notRunOrFailed_showsNoNumber() throws Exception {
    List<String> lines = html();
    assertThat(row(lines, "Errors at steps", "E1 | PINO").get(12)).isEqualTo("– (0.338)");
    assertThat(row(lines, "Errors at steps", "E1 | WNO").get(12)).isEqualTo("failed (0.358)");
    assertThat(row(lines, "Errors at steps", "E1 | TF-SNO").get(6)).startsWith("– (");
    assertThat(row(lines, "Errors at steps", "E6 | TF-SNO").get(12)).startsWith("– (");
    assertThat(row(lines, "Errors at steps", "E1 | U-NO").get(12)).isEqualTo("0.0400 †3 (0.0783)");
    assertThat(String.join("\n", lines)).contains("`E1-wno-direct-full-s1`: training diverged");
  }

  @Test
  void places_countFirstsAndSeconds_hereAndInThePaper() throws Exception {
    List<String> lines = html();
    // Six quantities of ours (steps 1 and 50, three errors): TF-SNO first and U-NO second in each.
    assertThat(row(lines, "Errors at steps", "TF-SNO |").subList(1, 3)).containsExactly("6", "0");
    assertThat(row(lines, "Errors at steps", "U-NO |").subList(1, 3)).containsExactly("0", "6");
    assertThat(row(lines, "Errors at steps", "FNO |").subList(1, 3)).containsExactly("0", "0");
    assertThat(lines).anyMatch(l -> l.startsWith("| of 6 and 72 numbers"));
  }

  @Test
  void ratio_isToOurFno_besideThePapersRatio() throws Exception {
    List<String> lines =
        html().stream().dropWhile(l -> !l.contains("multiple of the FNO's")).toList();
    String row = lines.stream().filter(l -> l.startsWith("| TF-SNO")).findFirst().orElseThrow();
    // 0.02 / 0.05, and 0.06513 / 0.20031 in the paper.
    assertThat(row).startsWith("| TF-SNO | **0.400** (0.325) | –");
  }

  @Test
  void fino_whichHasOneForm_isInBothTables() throws Exception {
    assertThat(row(html(), "Errors at steps", "E1 | FINO").get(12)).isEqualTo("0.100 (0.104)");
  }

  @Test
  void reading_writtenByHand_survives() throws Exception {
    Files.writeString(folder.resolve("results-reading.md"), "It went *well*.\n");
    markdown();
    assertThat(markdown()).containsSubsequence("## Reading", "", "It went *well*.");
    assertThat(folder.resolve("results/E1-direct.svg")).content().contains("<svg", "TF-SNO");
  }

  @Test
  void page_hasAnswers_andLinksTheRest() throws Exception {
    add("no-gate", Form.DIRECT, 1, 0.01, 0);
    List<String> lines = markdown();
    String main = "All models at step 50";
    assertThat(row(lines, main, "direct | TF-SNO").get(2)).isEqualTo("**0.0200 ± 0.0100**");
    assertThat(row(lines, main, "direct | WNO").get(2)).isEqualTo("failed");
    assertThat(row(lines, main, "direct | U-NO").get(2)).isEqualTo("0.0400 †3");
    assertThat(row(lines, main, "paper | TF-SNO").get(2)).isEqualTo("0.0651");
    assertThat(row(lines, main, " | seeds").get(2)).isEqualTo("1–3");
    assertThat(row(lines, main, "Form").subList(2, 3)).containsExactly("E1");
    assertThat(row(lines, "What the gate is worth", "direct: worth").get(1)).isEqualTo("0.500");
    assertThat(lines)
        .noneMatch(line -> line.startsWith("## Errors at steps"))
        .noneMatch(line -> line.startsWith("## From Re 500"))
        .noneMatch(line -> line.contains("tuned: "))
        .anyMatch(line -> line.startsWith("| [rollout.csv](results/rollout.csv) |"));
  }

  @Test
  void median_farFromTheMean_standsBehindIt() {
    assertThat(MainTable.median(0.3, 0.19)).isEqualTo(" [0.190]");
    assertThat(MainTable.median(0.3, 0.21)).isEmpty();
    assertThat(MainTable.median(0.3, 0.41)).isEqualTo(" [0.410]");
    assertThat(MainTable.median(Double.NaN, Double.NaN)).isEmpty();
  }

  @Test
  void sheets_haveOneNumberInEachPlace() throws Exception {
    assertThat(sheet("rollout"))
        .startsWith(
            "form,data,scored_on,model,variant,metric,first_step,last_step,mean,spread,median,seeds,failed,left_out,paper,paper_spread")
        .contains(
            "direct,E1,E1,TF-SNO,tfsno,l2,50,50,0.02,0.01,0.02,3,0,0,0.06513,",
            "direct,E1,E1,U-NO,uno,l2,50,50,0.04,,0.04,1,0,3,0.07829,",
            "direct,E1,E1,WNO,wno,l2,50,50,,,,0,1,0,0.3584,",
            "delta,E1,E1,FINO,fino,l2,50,50,0.1,,0.1,1,0,0,0.1041,")
        .noneMatch(line -> line.startsWith("direct,E1,E1,FINO"));
    assertThat(sheet("places")).contains("rollout,direct,TF-SNO,tfsno,6,0,6,55,17,72");
    assertThat(sheet("ratios")).contains("direct,E1,TF-SNO,tfsno,0.4,0.3251");
    assertThat(sheet("variants")).contains("E1,direct,tfsno,tfsno,3,7,2,0.5,50,0.02,0.01,0.02");
    assertThat(sheet("copying")).contains("E1,50,0.1");
    assertThat(sheet("failed")).contains("E1-wno-direct-full-s1,training diverged");
    assertThat(sheet("origins")).contains("device,cpu,float32,6", "data,E1,ab,6");
  }

  @Test
  void tunedTable_namesTheCellsOfItsSuite() {
    List<String> cells =
        new Declarations()
            .suite("tuned").cells().stream()
                .flatMap(b -> b.variants().stream().map(v -> b.datasets().get(0) + " " + v))
                .toList();
    assertThat(PaperTable.of("tuned").slots())
        .extracting(slot -> slot.quantity().dataset() + " " + slot.quantity().variant())
        .containsExactlyInAnyOrderElementsOf(cells);
  }

  @Test
  void html_ofALedger_holdsTheSameNumbers() {
    assertThat(HtmlReport.of(folder, Device.CPU, (done, total, detail) -> {}))
        .contains("<b>0.0200 ± 0.0100</b> (0.0651)", "<svg");
  }

  @Test
  void proof_ofAPlan_isASectionOfThePage() throws Exception {
    PlannedLedger planned = new PlannedLedger(folder, "E1: {contender: tfsno, rivals: [fno, uno]}");
    for (long seed = 101; seed <= 106; seed++) {
      planned.add("tfsno", seed, 0.02 + 0.0001 * (seed - 101), 0.1);
      planned.add("fno", seed, 0.05, 0.2);
      planned.add("uno", seed, 0.06, 0.3);
    }
    MarkdownPage.write(folder, "full", Proof.of(folder, planned.plan), page);
    List<String> lines = Files.readAllLines(page);
    assertThat(String.join(" ", lines))
        .contains(
            "The verdicts use 18 entries of the ledger. 7 are left out", "(the second recipe)");
    List<String> row = row(lines, "Who beats whom", "E1 | tfsno | fno");
    assertThat(row.get(3)).isEqualTo("6");
    assertThat(row.get(4)).startsWith("**0.4");
    assertThat(row.get(8)).isEqualTo("**beats it**");
    assertThat(HtmlReport.of(folder, Proof.of(folder, planned.plan))).contains("<b>beats it</b>");
  }

  @Test
  void proof_whoseRivalIsChallenged_saysWhatHasToBeDone() throws Exception {
    String plan = "E1: {contender: tfsno, rivals: [fno], others: [uno, wno]}";
    PlannedLedger planned = new PlannedLedger(folder, plan);
    for (long seed = 101; seed <= 106; seed++) {
      planned.add("tfsno", seed, 0.02 + 0.0001 * (seed - 101), 0.1);
      planned.add("fno", seed, 0.05, 0.2);
      planned.add("uno", seed, 0.06, 0.1);
      planned.add("wno", seed, 0.07, 0.3);
    }
    MarkdownPage.write(folder, "full", Proof.of(folder, planned.plan), page);
    List<String> lines = Files.readAllLines(page);
    assertThat(String.join(" ", lines))
        .contains(
            "E1 is open: uno is better in validation than fno, the best of the rivals (median ratio 0.500 over 3 shared seeds)."
                + " Train this model with all seeds and move it to the rivals.")
        .doesNotContain("wno is better", "not trained yet");
    List<String> verdict = row(lines, "Who beats whom", "E1 | tfsno | fno");
    assertThat(verdict.get(8)).isEqualTo("open: uno better in validation");
    List<String> other = row(lines, "Who beats whom", "E1 | wno (few seeds)");
    assertThat(other.subList(2, 7)).containsExactly("3", "0", "0.300", "0.0700", "0.0630");
  }

  @Test
  void proof_ofModelsWithoutRuns_namesThemOnce() throws Exception {
    String plan = "E1: {contender: tfsno, rivals: [fno], others: [deeponet, wno]}";
    PlannedLedger planned = new PlannedLedger(folder, plan);
    planned.add("tfsno", 101, 0.02, 0.1);
    planned.add("fno", 101, 0.05, 0.2);
    MarkdownPage.write(folder, "full", Proof.of(folder, planned.plan), page);
    assertThat(page)
        .content()
        .contains("Models of the plan that are not trained yet: E1: deeponet, wno.")
        .doesNotContain("| E1 | deeponet", "| E1 | wno");
  }

  @Test
  void protocols_ofOneModel_standSideBySide() throws Exception {
    assertThat(String.join("\n", markdown())).doesNotContain("Protocols side by side");
    PlannedLedger planned = new PlannedLedger(folder, "E1: {contender: tfsno, rivals: [fno]}");
    planned.add("fino", 1, 0.02, 0.1);
    MarkdownPage.write(folder, "full", null, page);
    List<String> lines = Files.readAllLines(page);
    assertThat(row(lines, "Protocols side by side", "E1 | delta | fino"))
        .containsExactly("E1", "delta", "fino", "0.100 (1)", "0.0200 (1)");
  }
}
