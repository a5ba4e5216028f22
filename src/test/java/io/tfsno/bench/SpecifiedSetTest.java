package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.generate.SetPlan;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.run.ModelConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecifiedSetTest {
  private static final Path FOLDER = Path.of("data");

  private final Declarations declarations = new Declarations();

  private Map<String, Long> counts(String set, String budget) {
    List<SetPlan> plans =
        declarations.dataset(set).request(declarations.budget(budget)).orElseThrow().sets();
    return plans.stream()
        .collect(Collectors.toMap(plan -> plan.set().group(), plan -> plan.set().trajectories()));
  }

  @ParameterizedTest
  @CsvSource({"N1, 1", "N2, 1", "N3, 1", "N4, 2", "N5, 1", "N6, 2"})
  void everyRegime_isDeclaredWithTheSizesOfItsSpecification(String name, int dimension) {
    assertThat(declarations.dataset(name).dimension()).isEqualTo(dimension);
    assertThat(declarations.isOurs(name)).isTrue();
    assertThat(declarations.dataset(name).scoredOn()).containsExactly(name, name + "-outside");
    assertThat(counts(name, "full"))
        .isEqualTo(Map.of("train", 1000L, "valid", 100L, "test", 200L, "outside", 200L));
  }

  @Test
  void aBudget_decidesHowMuchIsMade() {
    assertThat(counts("N1", "smoke"))
        .isEqualTo(Map.of("train", 8L, "valid", 1L, "test", 3L, "outside", 3L));
  }

  @Test
  void aTestSetOfOnesOwn_hasThePartsThatScoreModels_fromAnotherSeed() {
    TestSet wanted = new TestSet(7701, Map.of("1d", 30));
    Budget full = declarations.budget("full");
    Dataset fresh = new FreshTest(declarations.dataset("N1"), wanted);
    Dataset beyond = new FreshTest(declarations.dataset("N1-outside"), wanted);
    assertThat(fresh.file(FOLDER, full))
        .isEqualTo(FOLDER.resolve("n1-t7701.h5"))
        .isEqualTo(beyond.file(FOLDER, full));
    List<SetPlan> plans = fresh.request(full).orElseThrow().sets();
    assertThat(plans).extracting(plan -> plan.set().group()).containsExactly("test", "outside");
    assertThat(plans).extracting(plan -> plan.set().trajectories()).containsOnly(30L);
    assertThat(plans.get(0).set().attributes())
        .containsEntry("master_seed", 7701L)
        .isNotEqualTo(
            declarations
                .dataset("N1")
                .request(full)
                .orElseThrow()
                .sets()
                .get(2)
                .set()
                .attributes());
  }

  @Test
  void setsOfFewTrajectories_shareTheFileAndSaySoToTheTraining() {
    Dataset few = declarations.dataset("N3-64");
    Budget full = declarations.budget("full");
    assertThat(few.file(FOLDER, full)).isEqualTo(declarations.dataset("N3").file(FOLDER, full));
    assertThat(few.section().get("trajectories").asInt()).isEqualTo(64);
    assertThat(declarations.dataset("N3").section().isEmpty()).isTrue();
    assertThat(few.trajectories(full)).isEqualTo(64);
  }

  @Test
  void unknownSpecification_isRefused() {
    assertThatThrownBy(() -> new SpecifiedSet("N9", "N9", null, null, null))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("found N9");
  }

  @Test
  void suite_ofRegimes_hasAllSixAndFewData() {
    Suite suite = declarations.suite("regimes");
    assertThat(suite.cells().stream().flatMap(block -> block.datasets().stream()))
        .contains("N1", "N2", "N3", "N4", "N5", "N6", "N1-64", "N1-250");
  }

  /** They must not be told the phase, which they are to recognise. */
  @Test
  void clocks_ofTheSuiteOfRegimes_areOfN5AndCountFromTheFirstSnapshot() {
    Suite suite = declarations.suite("regimes");
    List<String> clocks =
        suite.variants().keySet().stream().filter(name -> name.endsWith("-clock")).toList();
    assertThat(clocks)
        .contains("none-clock", "context-clock", "alone-clock", "fno-channels-clock", "law-clock")
        .hasSize(12);
    FieldShape plain = new FieldShape(1, 256, 1, 1);
    for (String name : clocks) {
      ModelConfig model = suite.variants().get(name).model();
      FieldShape shape =
          plain.with(model.inputs(name).of(SetConditions.NONE, List.of("u"), List.of(), ""));
      try (Operator operator = model.in(1, name).declare(shape)) {
        assertThat(operator.needsTime() && operator.countsElapsed()).as(name).isTrue();
      }
    }
    suite.cells().stream()
        .filter(block -> block.variants().stream().anyMatch(clocks::contains))
        .forEach(block -> assertThat(block.datasets()).containsExactly("N5"));
  }
}
