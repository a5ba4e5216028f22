package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.run.ModelInputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.node.ObjectNode;

/** Suites are data: what they declare must be there, buildable, and the same for all models. */
class DeclarationsTest {
  static final List<String> SUITES = Declarations.SUITES;
  static final List<String> SEARCHES = Declarations.SEARCHES;

  private final Declarations declarations = new Declarations();
  private final Protocol full = Protocol.of(declarations, "full", null);

  private List<Cell> cells(String suite) {
    return Plan.cells(declarations.suite(suite), full, null);
  }

  @ParameterizedTest
  @FieldSource({"SUITES", "SEARCHES"})
  void cell_ofEverySuite_hasAKeyOfItsOwnAndAModelThatFitsItsData(String suite) {
    List<Cell> cells = cells(suite);
    assertThat(cells).extracting(Cell::key).doesNotHaveDuplicates().allMatch(k -> !k.contains("/"));
    for (Cell cell : cells) {
      FieldShape shape = shape(cell);
      OperatorSpec spec = full.spec(cell);
      spec.check(shape);
      assertThat(spec.parameterCount(shape)).as(cell.key()).isPositive();
      assertThat(spec.predictDelta()).isEqualTo(cell.form() == Form.DELTA);
    }
  }

  /** Of what its model learns from, with all parameters of the trajectories. */
  private FieldShape shape(Cell cell) {
    Dataset dataset = declarations.dataset(cell.dataset());
    FlatSet set = dataset.request(full.limits()).orElseThrow().sets().get(0).set();
    ModelInputs given = full.config(cell, Path.of("e.h5")).model().inputs(cell.key());
    Inputs inputs =
        new Inputs(1, List.of(), set.conditions().parameters(), given.time(), given.context());
    return new FieldShape(set.grid(), set.fields()).with(inputs);
  }

  @Test
  void all_isEveryCellOfEverySuiteOnce() {
    Set<String> keys = new HashSet<>();
    SUITES.forEach(suite -> cells(suite).forEach(cell -> keys.add(cell.key())));
    assertThat(cells(Declarations.ALL))
        .extracting(Cell::key)
        .containsExactlyInAnyOrderElementsOf(keys);
  }

  @ParameterizedTest
  @FieldSource("SUITES")
  void config_ofCellsOnOneSet_differsInTheModelAlone(String suite) {
    Set<String> rest = new HashSet<>();
    Set<String> sets = new HashSet<>();
    for (Cell cell : cells(suite)) {
      ObjectNode config = (ObjectNode) Protocol.tree(full.config(cell, Path.of("e.h5")));
      config.remove("model");
      config.remove("name");
      config.remove("seed");
      if (cell.variant().equals("no-h1")) {
        assertThat(config.get("objective").get("h1").asDouble()).isZero();
        config.withObject("objective").put("h1", 0.01);
      }
      rest.add(declarations.dataset(cell.dataset()).dimension() + config.toString());
      sets.add(declarations.dataset(cell.dataset()).dimension() + "D");
    }
    assertThat(rest).hasSameSizeAs(sets);
  }

  @Test
  void main_covers42PairsInBothForms_withThreeSeedsIn1dAndOneIn2d() {
    // FINO adds to the state by definition, so it has one form: 6 models x 2 + 1 = 13.
    assertThat(cells("main")).hasSize(3 * 13 * 3 + 3 * 13);
    assertThat(cells("main").get(0).key()).isEqualTo("E1-tfsno-direct-full-s1");
  }

  @Test
  void spectral_isMadeOfCellsOfMain_soThatNothingIsTrainedTwice() {
    assertThat(cells("main")).containsAll(cells("spectral"));
  }

  @Test
  void crossRe_isScoredAtBothReynoldsNumbers() {
    BenchmarkSet source = (BenchmarkSet) declarations.dataset("E6-re500");
    assertThat(source.scoredOn()).containsExactly("E6-re500", "E6");
    assertThat(source.source().equation().parameters()).containsEntry("nu", 1.0 / 500);
  }

  @Test
  void shards_together_areTheSuiteWithoutOverlap() {
    List<Cell> all = cells("ablation");
    List<Cell> together = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      together.addAll(Plan.shard(all, i + "/3"));
    }
    assertThat(together).containsExactlyInAnyOrderElementsOf(all);
    assertThatThrownBy(() -> Plan.shard(all, "4/3")).isInstanceOf(UserError.class);
    assertThatThrownBy(() -> Plan.shard(all, "0/3")).isInstanceOf(UserError.class);
  }

  @Test
  void epochs_otherThanTheBudgets_showInTheKey() {
    Protocol other = Protocol.of(declarations, "full", 7);
    Cell cell = other.cell("E1", "fno", Form.DELTA, 2);
    assertThat(cell.key()).isEqualTo("E1-fno-delta-full-e7-s2");
    assertThat(other.config(cell, Path.of("e1.h5")).training().epochs()).isEqualTo(7);
  }

  @Test
  void suiteOfTheUser_mayNotRedefineAKnownVariant(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("own.yaml");
    Files.writeString(
        file,
        """
        title: own
        cells: [{datasets: [E1], variants: [fno]}]
        variants: {fno: {title: other, model: {name: fno, width: 8}}}
        """);
    assertThatThrownBy(() -> declarations.suite(file.toString()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'fno', which is known already");
    assertThatThrownBy(() -> declarations.suite("mian"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("main");
  }
}
