package io.tfsno.report.proof;

import io.tfsno.bench.Cell;
import io.tfsno.bench.Declarations;
import io.tfsno.bench.Form;
import io.tfsno.bench.Ledger;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.bench.ProofPlan;
import io.tfsno.bench.Protocol;
import io.tfsno.eval.Scores;
import io.tfsno.eval.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A plan, on E1 unless said, and a ledger with made-up errors, so that ratios are known. */
public final class PlannedLedger {
  private static final JsonMapper JSON = JsonMapper.shared();
  static final int TRAJECTORIES = 40;

  public final Path folder;
  public final Path plan;
  private final Ledger ledger;
  private final Protocol protocol;

  public PlannedLedger(Path folder, String equations) {
    this(folder, equations, "");
  }

  /**
   * @param more lines of the plan
   */
  PlannedLedger(Path folder, String equations, String more) {
    this.folder = folder;
    plan = folder.resolve("plan.yaml");
    try {
      Files.writeString(
          plan,
          """
          title: a claim
          frozen: true
          protocol: v2
          test: {seed: 7701, trajectories: {1d: 40, 2d: 40}}
          seeds: {1d: [101, 102, 103, 104, 105, 106], 2d: [101, 102, 103]}
          equations:
          """
              + equations.indent(2)
              + more);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ledger = new Ledger(folder);
    Declarations declarations = new Declarations();
    protocol = ProofPlan.read(plan, declarations).protocol(declarations);
  }

  Cell cell(String variant, long seed) {
    return protocol.cell("E1", variant, Form.DELTA, seed);
  }

  /** Adds a run with these errors in test and validation. */
  public void add(String variant, long seed, double error, double validation) {
    write(cell(variant, seed), error, validation, 0, 7701L, config(cell(variant, seed)));
  }

  /** Adds a run on N1 with these errors on each set, N1 itself first. */
  void addOnN1(String variant, long seed, SortedMap<String, Double> errors, double validation) {
    Cell cell = protocol.cell("N1", variant, Form.DELTA, seed);
    List<LedgerEntry.Test> tests = new ArrayList<>();
    errors.forEach((set, error) -> tests.add(test(set, error, 0, 7701L)));
    write(cell, validation, config(cell), tests);
  }

  void write(
      Cell cell, double error, double validation, int nonFinite, Long testSeed, JsonNode config) {
    write(cell, validation, config, List.of(test(cell.dataset(), error, nonFinite, testSeed)));
  }

  private static LedgerEntry.Test test(String set, double error, int nonFinite, Long seed) {
    Summary s = new Summary(error, 0, 0.9 * error);
    Scores.Step fifty =
        new Scores.Step(50, s, s, s, nonFinite, s, new Scores.Tail(2 * error, 0.05));
    double[] curve = {error};
    return new LedgerEntry.Test(
        set,
        "ab",
        TRAJECTORIES,
        "direct",
        List.of(new LedgerEntry.Rollout(50, fifty, s, s)),
        List.of(fifty),
        curve,
        curve,
        null,
        seed,
        null);
  }

  private void write(Cell cell, double validation, JsonNode config, List<LedgerEntry.Test> tests) {
    ledger.write(
        new LedgerEntry(
            cell.key(),
            null,
            cell,
            cell.variant(),
            config,
            origin(),
            new LedgerEntry.Training(7, 500, 9, 2.0, 10, validation, 50, 400),
            tests));
  }

  void fail(String variant, long seed, String reason) {
    Cell cell = cell(variant, seed);
    ledger.write(
        new LedgerEntry(
            cell.key(), reason, cell, variant, config(cell), origin(), null, List.of()));
  }

  ObjectNode config(Cell cell) {
    String text = JSON.writeValueAsString(protocol.config(cell, Path.of("e1.h5")));
    return (ObjectNode) JSON.readTree(text);
  }

  private static LedgerEntry.Origin origin() {
    return new LedgerEntry.Origin("1", "c0de", "ab", "cpu", "float32", "x", "then", "now", "v2");
  }

  Proof proof() {
    return Proof.of(folder, plan);
  }
}
