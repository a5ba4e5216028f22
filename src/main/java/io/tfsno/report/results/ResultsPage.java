package io.tfsno.report.results;

import io.tfsno.bench.Ledger;
import io.tfsno.report.proof.Proof;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The page about a ledger: what a reader asks first, then every number. */
final class ResultsPage {
  private static final String NUMBERS =
      "Numbers are means over seeds ± sample standard deviation; a number without ± comes from one seed. Each is itself a mean over the test trajectories. Bold marks the best, a dash a missing number. †n: n rollouts were not finite and are left out of the mean. ‡n: n seeds failed to train.";

  private static final String PAPERS =
      " The paper's numbers, made with other data than ours, are in parentheses or in rows of their own. MSE depends on the size of the fields and cannot be compared.";

  private final LedgerResults results;
  private final PageBuilder page;

  private ResultsPage(LedgerResults results, PageBuilder page) {
    this.results = results;
    this.page = page;
  }

  /**
   * @param folder that {@code bench --out} was given
   * @param budget null for the largest there
   * @param reading what a person wrote about the results, as Markdown; null for nothing
   * @param proof of the claims of a plan; null for none
   */
  static void compose(Path folder, String budget, String reading, Proof proof, PageBuilder page) {
    LedgerResults all = LedgerResults.read(folder, budget);
    new ResultsPage(all, page).compose(folder, reading, proof);
  }

  private void compose(Path folder, String reading, Proof proof) {
    LedgerResults ours = results.on(true);
    ProtocolTable protocols = new ProtocolTable(new Ledger(folder).all(), page);
    RegimeTable regimes = new RegimeTable(results.entries(), page);
    OwnResults own = new OwnResults(results.on(false), page);
    VariantTable variants = new VariantTable(results, page);
    Origins origins = new Origins(results, page);
    PaperSections papers = new PaperSections(ours, page);
    page.heading(1, proof == null ? "Results" : proof.plan().title());
    introduction();
    if (reading != null) {
      page.heading(2, "Reading");
      page.written(reading);
    }
    if (proof != null) { // one question; everything else is in the files
      new ProofSection(proof, page).compose();
      origins.failures();
      page.heading(2, "All numbers");
    } else {
      new Answers(ours, page).compose();
      new EnergyTable(ours, page).compose();
      protocols.compose();
      regimes.compose();
      own.compose();
      variants.compose();
      origins.failures();
      page.heading(2, "All numbers");
      papers.curves();
    }
    papers.compose();
    protocols.sheet();
    regimes.sheet();
    own.sheet();
    variants.sheets();
    origins.sheets();
  }

  private void introduction() {
    page.paragraph(
        "%d trainings under budget %s (%s epochs), run by `tfsno bench` and collected by `tfsno report`. The rules are in docs/reference/protocol.md."
            .formatted(results.entries().size(), results.budget(), epochs()));
    boolean papers = !results.on(true).entries().isEmpty();
    page.paragraph(papers ? NUMBERS + PAPERS : NUMBERS);
  }

  /** Lines and planes may have budgets of their own. */
  private String epochs() {
    return results.entries().stream()
        .map(entry -> entry.config().at("/training/epochs").asInt())
        .distinct()
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(" or "));
  }
}
