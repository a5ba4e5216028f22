package io.tfsno.report.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.bench.Cell;
import io.tfsno.bench.Form;
import io.tfsno.eval.statistics.PairedRatio;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Claims on a ledger whose numbers were made up. */
class ProofTest {
  private static final Offset<Double> CLOSE = within(1e-4); // ledgers keep five digits

  @TempDir private Path folder;
  private PlannedLedger ledger;

  /** TF-SNO has about half of FNO's error; U-NO is best on the test set, but not in validation. */
  @BeforeEach
  void fill() {
    ledger = new PlannedLedger(folder, "E1: {contender: tfsno, rivals: [fno, uno]}");
    LongStream.rangeClosed(101, 106).forEach(seed -> add(seed, 0.02));
  }

  private void add(long seed, double fno) {
    double wobble = 1 + 0.01 * (seed - 103);
    ledger.add("tfsno", seed, 0.01 * wobble, 0.005);
    ledger.add("fno", seed, fno, 0.006);
    ledger.add("uno", seed, 0.001, 0.007);
  }

  private Proof.Row row() {
    return ledger.proof().rows().get(0);
  }

  @Test
  void rival_isTheBestInValidation_notOnTheTestSet() {
    assertThat(row().duel().rival().variant()).isEqualTo("fno");
    assertThat(row().verdict()).isEqualTo(Verdict.BEATS);
    // U-NO has better validation errors now: the contender is ten times behind it.
    LongStream.rangeClosed(101, 106).forEach(seed -> ledger.add("uno", seed, 0.001, 0.0059));
    assertThat(row().duel().rival().variant()).isEqualTo("uno");
    assertThat(row().verdict()).isEqualTo(Verdict.LOSES);
  }

  @Test
  void ratio_overSixSeeds_isTheGeometricMeanWithBothTests() {
    PairedRatio ratio = row().duel().ratio();
    double product = 0.98 * 0.99 * 1.00 * 1.01 * 1.02 * 1.03;
    assertThat(Math.exp(ratio.mean())).isCloseTo(0.5 * Math.pow(product, 1.0 / 6), CLOSE);
    assertThat(ratio.pairs()).isEqualTo(6);
    assertThat(ratio.byFlips()).isEqualTo(2.0 / 64);
    assertThat(row().p()).isEqualTo(2.0 / 64);
    assertThat(row().adjusted()).isEqualTo(2.0 / 64); // one equation: nothing to correct
  }

  @Test
  void holm_countsAllEquationsOfThePlan() {
    ledger =
        new PlannedLedger(
            folder, "E1: {contender: tfsno, rivals: [fno]}\nE2: {contender: tfsno, rivals: [fno]}");
    assertThat(row().adjusted()).isEqualTo(2 * 2.0 / 64);
    assertThat(row().verdict()).isEqualTo(Verdict.UNDECIDED);
    Proof.Row empty = ledger.proof().rows().get(1);
    assertThat(empty.verdict()).isEqualTo(Verdict.OPEN);
    assertThat(empty.duel().rival()).isNull();
  }

  @Test
  void holm_countsTheEquationsOfPlansThatBelongTogether() {
    String claim = "E1: {contender: tfsno, rivals: [fno]}";
    ledger = new PlannedLedger(folder, claim, "family: 6\n");
    assertThat(row().adjusted()).isEqualTo(6 * 2.0 / 64);
    assertThatThrownBy(() -> new PlannedLedger(folder, claim, "family: 0\n"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected a family of at least the plan's 1 equations, found 0");
  }

  /** FNO is better inside the range of the training, TF-SNO outside. */
  @Test
  void planOnAnotherSet_comparesItsErrors_andLeavesOutRunsWithoutThem() {
    String claim = "N1: {contender: tfsno, rivals: [fno]}";
    ledger = new PlannedLedger(folder, claim, "set: outside\n");
    for (long seed = 101; seed <= 106; seed++) {
      ledger.addOnN1("tfsno", seed, new TreeMap<>(Map.of("N1", 0.02)), 0.005);
      ledger.addOnN1("fno", seed, new TreeMap<>(Map.of("N1", 0.01, "N1-outside", 0.4)), 0.006);
    }
    assertThat(ledger.proof().leftOut()).containsEntry("no scores on the set 'outside'", 6);
    for (long seed = 101; seed <= 106; seed++) {
      ledger.addOnN1("tfsno", seed, new TreeMap<>(Map.of("N1", 0.02, "N1-outside", 0.1)), 0.005);
    }
    assertThat(Math.exp(row().duel().ratio().mean())).isCloseTo(0.25, CLOSE);
    assertThat(row().duel().contender().mean()).isCloseTo(0.1, CLOSE);
    assertThat(row().verdict()).isEqualTo(Verdict.BEATS);
    ledger = new PlannedLedger(folder, claim, "");
    assertThat(Math.exp(row().duel().ratio().mean())).isCloseTo(2, CLOSE);
    assertThat(row().verdict()).isEqualTo(Verdict.LOSES);
  }

  @Test
  void divergedRun_countsAsWorst_whetherInTrainingOrInARollout() {
    double before = row().duel().ratio().mean();
    Cell cell = ledger.cell("tfsno", 103);
    ledger.write(cell, 0.01, 0.005, 2, 7701L, ledger.config(cell));
    double after = row().duel().ratio().mean();
    assertThat(6 * (after - before)).isCloseTo(Math.log(100) - Math.log(0.5), within(1e-3));
    assertThat(row().verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(row().duel().contender().diverged()).isEqualTo(1);
    ledger.fail("fno", 103, "training diverged in epoch 3: the loss is NaN.");
    assertThat(row().duel().rival().variant()).isEqualTo("fno"); // one bad run does not dismiss it
    assertThat(6 * (row().duel().ratio().mean() - before))
        .isCloseTo(-Math.log(0.5), within(1e-3)); // both lost: even
  }

  @Test
  void claim_withRunsMissing_staysOpen() {
    ledger = new PlannedLedger(folder, "E1: {contender: tfsno, rivals: [fno, uno, wno]}");
    assertThat(row().verdict()).isEqualTo(Verdict.OPEN);
    assertThat(row().duel().found()).isEqualTo(18);
    assertThat(row().duel().planned()).isEqualTo(24);
    // An accident is no result: the run is missing until it is run again.
    ledger.fail("fno", 104, "java.lang.IllegalStateException: out of memory");
    assertThat(row().duel().found()).isEqualTo(17);
    assertThat(row().duel().ratio().pairs()).isEqualTo(5);
  }

  /** U-NO's errors on the test set are best, which is no reason to make it the rival. */
  @Test
  void other_thatIsWorseInValidation_isShownWithItsSeedsAndDecidesNothing() {
    ledger = withOther();
    assertThat(row().verdict()).isEqualTo(Verdict.BEATS);
    assertThat(row().duel().rival().variant()).isEqualTo("fno");
    assertThat(row().duel().challengers()).isEmpty();
    Runs uno = row().duel().others().get(0);
    assertThat(uno.seeds()).containsOnlyKeys(101L, 102L, 103L);
    assertThat(uno.mean()).isCloseTo(0.001, CLOSE);
    assertThat(uno.validation()).isCloseTo(0.007, CLOSE);
    // Its other seeds are there, and not asked for.
    assertThat(ledger.proof().leftOut())
        .containsExactlyInAnyOrderEntriesOf(Map.of("a seed not in the plan", 3));
    assertThat(row().duel().found()).isEqualTo(row().duel().planned()).isEqualTo(6 + 6 + 3);
  }

  private PlannedLedger withOther() {
    return new PlannedLedger(folder, "E1: {contender: tfsno, rivals: [fno], others: [uno]}");
  }

  @Test
  void other_thatIsBetterInValidation_opensTheVerdict() {
    ledger = withOther();
    ledger.add("uno", 101, 0.5, 0.0059);
    assertThat(row().verdict()).as("one seed of three").isEqualTo(Verdict.BEATS);
    LongStream.rangeClosed(104, 106).forEach(seed -> ledger.add("uno", seed, 0.5, 0.0001));
    assertThat(row().verdict()).as("seeds that are not shared").isEqualTo(Verdict.BEATS);
    ledger.add("uno", 103, 0.5, 0.0059); // the median, though its test errors are bad
    assertThat(row().verdict()).isEqualTo(Verdict.OPEN);
    assertThat(row().duel().complete()).isTrue();
    assertThat(row().duel().challengers()).extracting(Runs::variant).containsExactly("uno");
    assertThat(row().duel().rival().variant()).as("still the best of all seeds").isEqualTo("fno");
    assertThat(row().adjusted()).as("no p to correct by").isNaN();
    // What the page asks for settles it: the same runs and all seeds, among the rivals.
    ledger.add("uno", 102, 0.5, 0.007);
    ledger = new PlannedLedger(folder, "E1: {contender: tfsno, rivals: [fno, uno]}");
    assertThat(row().duel().rival().variant()).isEqualTo("uno");
    assertThat(row().verdict()).isEqualTo(Verdict.BEATS);
  }

  @Test
  void other_thatIsEqualInValidation_orMissing_doesNotChallenge() {
    ledger = withOther();
    LongStream.rangeClosed(101, 103).forEach(seed -> ledger.add("uno", seed, 0.001, 0.006));
    assertThat(row().verdict()).isEqualTo(Verdict.BEATS);
    ledger.fail("uno", 102, "java.lang.IllegalStateException: out of memory");
    assertThat(row().duel().challengers()).isEmpty();
    assertThat(row().verdict()).as("it might have been better").isEqualTo(Verdict.OPEN);
  }

  @Test
  void csv_saysWhatOthersAre() {
    ledger = withOther();
    assertThat(ProofCsv.of(ledger.proof()).lines().toList().get(2))
        .startsWith("E1,tfsno,uno,false,")
        .endsWith(",other,3");
    LongStream.rangeClosed(101, 103).forEach(seed -> ledger.add("uno", seed, 0.5, 0.001));
    List<String> lines = ProofCsv.of(ledger.proof()).lines().toList();
    assertThat(lines.get(1)).contains(",open,").endsWith(",rival,6");
    assertThat(lines.get(2)).endsWith(",challenger,3");
  }

  @Test
  void entries_notOfThePlan_areCountedByReasonAndNeverUsed() {
    PairedRatio before = row().duel().ratio();
    ledger.add("tfsno", 1, 1e-9, 1e-9);
    ledger.add("tfsno", 999, 1e-9, 1e-9);
    ledger.add("wno", 101, 1e-9, 1e-9);
    Cell other = new Cell("E1", "fno", Form.DELTA, "full", 101);
    ledger.write(other, 1e-9, 1e-9, 0, null, ledger.config(ledger.cell("fno", 101)));
    Cell direct = new Cell("E1", "fno", Form.DIRECT, "full-v2-t7701", 101);
    ledger.write(direct, 1e-9, 1e-9, 0, 7701L, ledger.config(ledger.cell("fno", 101)));
    assertThat(ledger.proof().leftOut())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "a seed for tuning", 1,
                "a seed not in the plan", 1,
                "not compared by the plan", 1,
                "another budget, protocol or test set", 1,
                "another output form", 1));
    assertThat(ledger.proof().used()).isEqualTo(18);
    assertThat(row().duel().ratio()).isEqualTo(before);
  }

  @Test
  void entries_ofAnotherRecipeOrTestSetUnderTheRightName_areRefused() {
    Cell cell = ledger.cell("tfsno", 101);
    ObjectNode slower = ledger.config(cell);
    slower.withObject("training").put("learningRate", 3e-3);
    ledger.write(cell, 1e-9, 1e-9, 0, 7701L, slower);
    Cell second = ledger.cell("tfsno", 102);
    ledger.write(second, 1e-9, 1e-9, 0, null, ledger.config(second));
    assertThat(ledger.proof().leftOut())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("a configuration other than the plan's", 1, "scored on another test set", 1));
    assertThat(row().verdict()).isEqualTo(Verdict.OPEN);
  }

  @Test
  void csv_hasARowForEachRival_andAVerdictForTheBest() {
    String[] lines = ProofCsv.of(ledger.proof()).split("\n");
    assertThat(lines).hasSize(3);
    int columns = lines[0].split(",", -1).length;
    assertThat(lines[1].split(",", -1)).hasSize(columns).startsWith("E1", "tfsno", "fno", "true");
    assertThat(lines[1]).contains(",beats,");
    assertThat(lines[2].split(",", -1)).hasSize(columns).startsWith("E1", "tfsno", "uno", "false");
    assertThat(lines[2]).doesNotContain("loses");
  }
}
