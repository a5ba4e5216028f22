package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.bench.Ledger;
import io.tfsno.bench.LedgerEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plan from its first run to its verdict. */
class ProofCommandTest {
  private static final String PLAN =
      """
      title: two small networks
      frozen: true
      budget: smoke
      protocol: v2
      step: 10
      test: {seed: 7701, trajectories: {1d: 4}}
      seeds: {1d: [101, 102, 103]}
      variants:
        small: {title: small FNO, model: {name: fno, width: 8, modes: 4, layers: 2, head: 8}}
        local: {title: local FNO, model: {name: fno, width: 8, modes: 4, layers: 2, head: 8, stencil: true}}
      equations:
        E1: {contender: local, rivals: [small]}
      """;

  @TempDir private Path folder;

  @Test
  void plan_isRunAndJudged() throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), PLAN);
    Path out = folder.resolve("results");
    Path data = folder.resolve("data");
    assertThat(Cli.run("bench", plan, "--data", data, "--out", out, "--seeds", "1,2").exit())
        .as("seeds for tuning")
        .isEqualTo(2);
    assertThat(Cli.run("bench", plan, "--data", data, "--out", out).exit()).isZero();

    LedgerEntry entry = new Ledger(out).find("E1-local-delta-smoke-v2-t7701-s103");
    assertThat(entry.origin().protocol()).isEqualTo("v2");
    assertThat(entry.tests().get(0).seed()).isEqualTo(7701);
    assertThat(entry.tests().get(0).trajectories()).isEqualTo(4);
    assertThat(entry.tests().get(0).at(10).tail().p95())
        .isGreaterThanOrEqualTo(entry.tests().get(0).at(10).l2().median());
    assertThat(entry.tests().get(0).data()).isNotEqualTo(entry.origin().data());

    Path page = folder.resolve("page.md");
    assertThat(Cli.run("report", out, "--proof", plan, "--markdown", page).exit()).isZero();
    assertThat(Files.readString(page).replaceAll("\\s+", " "))
        .contains(
            "| E1 | local FNO | small FNO | 3 |", "The verdicts use 6 entries", "0 are left out");
    assertThat(folder.resolve("page-proof.csv")).content().startsWith("equation,contender,rival");
    Path html = folder.resolve("other.html");
    assertThat(Cli.run("report", out, "--proof", plan, "--out", html).exit()).isZero();
    assertThat(html).content().contains("Who beats whom");
    assertThat(folder.resolve("other-proof.csv"))
        .hasSameTextualContentAs(folder.resolve("page-proof.csv"));
  }

  @ParameterizedTest
  @CsvSource({
    "proof, proof, full-v2-t7701",
    "proof/lines, proof-lines, full-v3-t7702",
    "proof/regimes, proof-regimes, full-relative-t7703",
    "proof/regimes-outside, proof-regimes-outside, full-relative-t7703"
  })
  void publishedProof_isWhatOurLedgerAndPlanSay(String page, String plan, String budget)
      throws IOException {
    Path anew = folder.resolve(page + ".md");
    Files.createDirectories(anew.getParent());
    Path frozen = Path.of("bench", plan + ".yaml");
    Path ledger = Path.of("results");
    assertThat(
            Cli.run("report", ledger, "--budget", budget, "--proof", frozen, "--markdown", anew)
                .exit())
        .isZero();
    Path docs = Path.of("docs");
    for (String file : List.of(".md", "-proof.csv", "/variants.csv")) {
      assertThat(folder.resolve(page + file)).hasSameTextualContentAs(docs.resolve(page + file));
    }
  }
}
