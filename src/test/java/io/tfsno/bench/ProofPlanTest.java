package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.engine.Device;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.train.TrainConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan is a suite that can be run with its own seeds and test set, and with no others. */
class ProofPlanTest {
  private static final String PLAN =
      """
      title: a claim
      frozen: true
      budget: full
      protocol: v2
      test: {seed: 7701, trajectories: {1d: 1000, 2d: 400}}
      seeds: {1d: [101, 102, 103], 2d: [101, 102]}
      variants: {wide: {title: wide FNO, model: {name: fno, width: 70}}}
      equations:
        E1: {contender: tfsno, rivals: [fno, wide]}
        E4: {contender: tfsno, rivals: [fino]}
      """;

  @TempDir private Path folder;
  private final Declarations declarations = new Declarations();

  private Path file(String text) throws Exception {
    return Files.writeString(folder.resolve("plan.yaml"), text);
  }

  private List<Cell> cells(String text, List<Long> seeds) throws Exception {
    return cells(declarations, text, seeds);
  }

  private List<Cell> cells(Declarations known, String text, List<Long> seeds) throws Exception {
    Suite suite = known.suite(file(text).toString());
    Protocol protocol = Protocol.of(known, suite.budget(), null, suite.protocol(), suite.test());
    return Plan.cells(suite, protocol, seeds);
  }

  @Test
  void variant_thatIsTrainedLonger_differsFromItsTwinInEpochsAlone() throws Exception {
    String twins =
        PLAN.replace(
            "width: 70}}}", "width: 70}}, twice: {title: b, longer: 2, model: {name: fno}}}");
    declarations.suite(file(twins).toString());
    Protocol protocol = Protocol.of(declarations, "full", null, "v2", null);
    TrainConfig once = protocol.config(protocol.cell("E1", "fno", Form.DELTA, 1), Path.of("a.h5"));
    TrainConfig twice =
        protocol.config(protocol.cell("E1", "twice", Form.DELTA, 1), Path.of("a.h5"));
    assertThat(twice.training().epochs()).isEqualTo(2 * once.training().epochs());
    assertThat(twice.validation().every()).isEqualTo(2 * once.validation().every());
    assertThat(twice.training().warmup()).isEqualTo(once.training().warmup());
    assertThat(twice.model()).isEqualTo(once.model());
    assertThatThrownBy(() -> new Declarations().suite(file(never(twins)).toString()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'longer' >= 1");
  }

  private static String never(String twins) {
    return twins.replace("longer: 2", "longer: 0");
  }

  @Test
  void plan_asASuite_hasEveryRunOfItsClaims() throws Exception {
    assertThat(cells(PLAN, null))
        .hasSize(3 * 3 + 2 * 2)
        .extracting(Cell::key)
        .contains("E1-wide-delta-full-v2-t7701-s103", "E4-fino-delta-full-v2-t7701-s102")
        .allMatch(key -> key.contains("-delta-full-v2-t7701-s10"));
  }

  @Test
  void others_haveTheFirstSeedsOnly() throws Exception {
    String others = PLAN.replace("[fno, wide]}", "[fno, wide], others: [wno, uno]}");
    String two = others.replace("variants:", "otherSeeds: {1d: 2}\nvariants:");
    assertThat(cells(two, null))
        .hasSize(3 * 3 + 2 * 2 + 2 * 2)
        .extracting(Cell::key)
        .contains("E1-wno-delta-full-v2-t7701-s101", "E1-uno-delta-full-v2-t7701-s102")
        .doesNotContain("E1-wno-delta-full-v2-t7701-s103");
    assertThat(cells(new Declarations(), others, null))
        .as("three unless said")
        .hasSize(3 * 3 + 2 * 3 + 2 * 2);
    assertThat(cells(new Declarations(), two, List.of(103L)))
        .extracting(Cell::variant)
        .containsExactly("tfsno", "fno", "wide");
  }

  @Test
  void others_withMistakes_areRefused() {
    Map<String, String> messages =
        Map.of(
            "others: [fno]", "neither the contender nor among its rivals",
            "others: [wno, tfsno]", "neither the contender nor among its rivals");
    messages.forEach(
        (others, message) ->
            assertRefused(PLAN.replace("[fno, wide]}", "[fno, wide], " + others + "}"), message));
    assertRefused(
        PLAN.replace("variants:", "otherSeeds: {1d: 0}\nvariants:"),
        "1 or more seeds for other models");
  }

  private void assertRefused(String plan, String message) {
    assertThatThrownBy(() -> new Declarations().suite(file(plan).toString()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }

  @Test
  void seeds_outsideThePlan_neverReadItsTestSet() throws Exception {
    assertThat(cells(PLAN, List.of(1L, 103L))).extracting(Cell::seed).containsOnly(103L);
    Declarations others = new Declarations();
    Suite suite = others.suite(file(PLAN).toString());
    Protocol protocol = Protocol.of(others, "full", null, "v2", suite.test());
    assertThatThrownBy(() -> Plan.cells(suite, protocol, List.of(1L, 2L)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("[101, 102, 103]");
  }

  @Test
  void plan_thatIsNotFrozen_isNotRun() {
    assertThatThrownBy(() -> cells(PLAN.replace("frozen: true", "frozen: false"), null))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("reads its test set");
  }

  @Test
  void committedPlan_hasModelsThatFitTheirData() throws Exception {
    String text = Files.readString(Path.of("bench", "proof.yaml"));
    List<Cell> cells = cells(text, null);
    // With fewer than 8 seeds sign flips cannot decide on six equations: 6 * 2 / 2^7 > 0.05.
    assertThat(cells).filteredOn(c -> c.variant().equals("l10")).hasSizeGreaterThanOrEqualTo(2 * 8);
    assertThat(cells).extracting(Cell::dataset).contains("E1", "E2", "E3", "E4", "E5", "E6");
    assertThat(cells).extracting(Cell::seed).noneMatch(seed -> seed < 101);
    Protocol protocol = Protocol.of(declarations, "full", null, "v2", null);
    for (Cell cell : cells) {
      Benchmark b = ((BenchmarkSet) declarations.dataset(cell.dataset())).source();
      FieldShape shape = new FieldShape(b.dimension(), b.trainingPoints(), 1, b.length());
      protocol.spec(cell).check(shape);
    }
  }

  @Test
  void plan_withMistakes_saysWhich() {
    Map<String, String> mistakes =
        Map.of(
            "[101, 102, 103]", "[1, 102, 103]",
            "rivals: [fino]", "rivals: [tfsno]",
            "seed: 7701", "seed: 20260101",
            "budget: full", "set: outside",
            ", 2d: 400", "",
            ", 2d: [101, 102]", "",
            "E4:", "E9:");
    Map<String, String> messages =
        Map.of(
            "[101, 102, 103]", "none of those for tuning",
            "rivals: [fino]", "other variants as its rivals",
            "seed: 7701", "other than the published sets'",
            "budget: full", "models of E1 are scored on, which are [E1]",
            ", 2d: 400", "test trajectories in 2D",
            ", 2d: [101, 102]", "seeds to claim on in 2D",
            "E4:", "E9");
    mistakes.forEach(
        (right, wrong) -> assertRefused(PLAN.replace(right, wrong), messages.get(right)));
  }

  @Test
  void testSet_ofASuite_hasTrajectoriesOfItsOwn() throws Exception {
    Suite suite =
        declarations.suite(
            file("""
                    title: own test set
                    test: {seed: 7701, trajectories: {1d: 5}}
                    cells: [{datasets: [E1], variants: [fno]}]
                    """)
                .toString());
    Protocol protocol = Protocol.of(declarations, "smoke", null, null, suite.test());
    assertThat(protocol.budget()).isEqualTo("smoke-t7701");
    Dataset judging = protocol.judging("E1");
    Path file = judging.file(folder, protocol.limits());
    assertThat(file.getFileName()).hasToString("smoke-e1-t7701.h5");
    SetRequest request = (SetRequest) judging.request(protocol.limits()).orElseThrow();
    assertThat(List.of(request.train(), request.test())).containsExactly(0, 5);
    new SetGenerator(request, Device.CPU, 1)
        .generate(file, false, new Cancellation(), ProgressListener.NONE);
    try (TrajectoryFile opened = judging.open(file)) {
      judging.check(file, opened, protocol);
      assertThat(judging.test(opened).trajectories()).isEqualTo(5);
      assertThat(opened.groups()).containsExactly("test");
    }
    TestSet more = new TestSet(7701, Map.of("1d", 6));
    Protocol other = Protocol.of(declarations, "smoke", null, null, more);
    try (TrajectoryFile opened = judging.open(file)) {
      assertThatThrownBy(() -> other.judging("E1").check(file, opened, other))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("expected 6 trajectories");
    }
  }
}
