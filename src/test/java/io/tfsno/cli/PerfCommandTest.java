package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class PerfCommandTest {
  private static final Object[] SMALL_FNO = {
    "perf", "--model", "fno", "--width", 4, "--modes", 3, "--batch", 2, "--device", "cpu", "--json"
  };

  @Test
  void roofline_withoutHandWrittenKernels_namesTheFlagsToChange() {
    assertRefused(Cli.run("perf", "--roofline", "--model", "uno", "--dim", 1), "found uno");
    assertRefused(
        Cli.run("perf", "--roofline", "--model", "tfsno", "--dim", 3), "a line or a square");
    assertRefused(
        Cli.run("perf", "--roofline", "--model", "tfsno", "--points", "64x96"), "found 64 x 96");
  }

  @Test
  void trainOnly_onARectangle_isOneRowWithPointsAndPeakMemory() {
    List<JsonNode> rows = rows(with(SMALL_FNO, "--points", "12x16", "--train-only"));
    assertThat(rows).hasSize(1);
    JsonNode row = rows.get(0);
    assertThat(row.get("what").asString()).isEqualTo("train_step");
    assertThat(row.get("dim").asInt()).isEqualTo(2);
    assertThat(row.get("points").toString()).isEqualTo("[12,16]");
    assertThat(row.get("median_ms").asDouble()).isPositive();
    assertThat(row.get("peak_bytes").asLong()).isPositive();
  }

  @Test
  void prediction_ofOneField_hasARowOfItsOwn() {
    List<JsonNode> rows = rows(with(SMALL_FNO, "--points", "12", "--dim", 3));
    assertThat(rows)
        .filteredOn(row -> row.get("what").asString().equals("predict_step"))
        .extracting(row -> row.get("batch").asInt())
        .containsExactly(1, 2);
    assertThat(rows).allMatch(row -> row.get("points").asInt() == 12);
  }

  @Test
  void points_thatFitNoGrid_areRefusedWithTheFlagToChange() {
    assertThat(Cli.run("perf", "--points", "64x96", "--dim", 3).err())
        .contains("1 number of points or 3", "found [64, 96]", "--points or --dim");
    assertThat(Cli.run("perf", "--points", "64x0").err())
        .contains("--points >= 1", "found [64, 0]");
    assertThat(Cli.run("perf", "--points", "8x8x8x8").err()).contains("from 1 to 3");
  }

  @Test
  void solver_ofABenchmark_isMeasuredForAllTrajectoriesAndForOne() {
    List<JsonNode> rows =
        rows("perf", "--solver", "e1", "--trajectories", 130, "--device", "cpu", "--json");
    assertThat(rows).extracting(row -> row.get("equation").asString()).containsExactly("E1", "E1");
    assertThat(rows).extracting(row -> row.get("trajectories").asInt()).containsExactly(130, 1);
    assertThat(rows).extracting(row -> row.get("batch").asInt()).containsExactly(128, 1);
    for (JsonNode row : rows) {
      assertThat(row.get("what").asString()).isEqualTo("solver");
      assertThat(row.get("points").asInt()).isEqualTo(384);
      assertThat(row.get("substeps").asInt()).isEqualTo(4);
      assertThat(row.get("snapshots").asInt()).isEqualTo(101);
      assertThat(row.get("ms_per_snapshot").asDouble())
          .isCloseTo(row.get("seconds").asDouble() * 10, withinPercentage(1e-6));
      assertThat(row.get("low_seconds").asDouble())
          .isLessThanOrEqualTo(row.get("high_seconds").asDouble());
    }
  }

  @Test
  void solver_withWhatItCannotMeasure_isRefused() {
    assertThat(Cli.run("perf", "--solver", "E9").err()).contains("E9", "E1", "E6");
    assertThat(Cli.run("perf", "--trajectories", 5).err()).contains("--solver only");
    assertThat(Cli.run("perf", "--solver", "E1", "--trajectories", 0).err())
        .contains("--trajectories from 1", "found 0");
  }

  @Test
  void error_ofAModel_addsTheCheapestSolverThatIsAsExact() {
    List<JsonNode> rows = rows(with(SMALL_FNO, "--dim", 1, "--error", 0.03, "--step", 10));
    assertThat(rows.get(rows.size() - 2).get("what").asString()).isEqualTo("solver_e1");
    JsonNode row = rows.get(rows.size() - 1);
    assertThat(row.get("what").asString()).isEqualTo("solver_e1_at_error");
    assertThat(row.get("median_ms").asDouble()).isPositive();
    JsonNode solver = row.get("solver");
    assertThat(solver.get("points").asInt()).isEqualTo(64);
    assertThat(solver.get("substeps").asInt()).isEqualTo(1);
    assertThat(solver.get("dt").asDouble()).isEqualTo(0.01);
    assertThat(solver.get("step").asInt()).isEqualTo(10);
    assertThat(solver.get("error").asDouble()).isBetween(0.02, 0.03);
  }

  @Test
  void error_inATableForPeople_isExplainedInASentence() {
    Object[] coarse = {"perf", "--model", "fno", "--width", 4, "--modes", 3, "--dim", 1};
    assertThat(Cli.run(with(coarse, "--batch", 1, "--device", "cpu", "--error", 1e-15)).out())
        .contains(
            "solver_e1_at_error: the solver's reference setting, since no coarser one has an error"
                + " of at most 1E-15 at step 50: 1536 points, dt 0.001");
  }

  @Test
  void error_thatCannotBeMeant_isRefused() {
    assertThat(Cli.run("perf", "--error", 0).err()).contains("--error > 0", "found 0.0");
    assertThat(Cli.run("perf", "--error", "NaN").err()).contains("--error > 0", "found NaN");
    assertThat(Cli.run("perf", "--step", 10).err()).contains("--step with --error only");
    assertThat(Cli.run("perf", "--error", 0.01, "--step", 51).err())
        .contains("--step from 1 to 50", "found 51");
    assertThat(Cli.run("perf", "--error", 0.01, "--step", 101, "--dim", 1).err())
        .contains("--step from 1 to 100", "found 101");
    assertThat(Cli.run("perf", "--error", 0.01, "--train-only").err())
        .contains("found it with --train-only");
    assertThat(Cli.run("perf", "--solver-settings", "E7").err()).contains("E7", "E1", "E6");
  }

  private static void assertRefused(Cli.Result result, String found) {
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(found, "--model", "--dim", "leave --roofline out");
  }

  private static Object[] with(Object[] args, Object... more) {
    Object[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  private static List<JsonNode> rows(Object... args) {
    Cli.Result result = Cli.run(args);
    assertThat(result.exit()).as(result.err()).isZero();
    return new ObjectMapper().readTree(result.out()).valueStream().toList();
  }
}
