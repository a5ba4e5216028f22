package io.tfsno.report.results;

import io.tfsno.bench.Cell;
import io.tfsno.bench.Form;
import io.tfsno.bench.Ledger;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Quantity;
import io.tfsno.report.proof.Proof;
import io.tfsno.run.ScoredSteps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page about a ledger: every table of the paper with our numbers, and figures. */
final class ResultsPage {
  private static final Map<Form, String> FORMS =
      Map.of(Form.DIRECT, "direct output, as in the paper", Form.DELTA, "predictDelta");

  private static final List<Integer> STEPS =
      Stream.concat(ScoredSteps.TOLD.stream(), Stream.of(ScoredSteps.LATE)).toList();

  private final LedgerResults results;
  private final Page page;

  private ResultsPage(LedgerResults results, Page page) {
    this.results = results;
    this.page = page;
  }

  /**
   * @param folder that {@code bench --out} was given
   * @param budget null for the largest there
   * @param reading what a person wrote about the results, as Markdown; null for nothing
   * @param proof of the claims of a plan; null for none
   */
  static void compose(Path folder, String budget, String reading, Proof proof, Page page) {
    LedgerResults all = LedgerResults.read(folder, budget);
    new ResultsPage(all, page).compose(folder, reading, proof);
  }

  private void compose(Path folder, String reading, Proof proof) {
    LedgerResults own = results.on(false);
    boolean papers = !results.on(true).entries().isEmpty();
    heading(1, "Results");
    introduction(papers);
    if (reading != null) {
      heading(2, "Reading");
      page.written(reading);
    }
    if (proof != null) {
      new ProofSection(proof, page).compose();
    }
    new ProtocolTable(new Ledger(folder).all(), page).compose();
    new RegimeTable(results.entries(), page).compose();
    new OwnResults(own, page).compose();
    if (papers) {
      new ResultsPage(results.on(true), page).papers();
    }
    failures();
    origins();
  }

  /** What the paper has as well, and what was run on its data sets. */
  private void papers() {
    for (PaperTable table : PaperTable.all()) {
      for (Form form : Form.values()) {
        ResultTable filled = new ResultTable(table, results, form);
        if (filled.present()) {
          section(table, form, filled);
        }
      }
    }
    copying();
    figures();
    everyVariant();
  }

  private void heading(int level, String text) {
    page.heading(level, text);
  }

  private void say(String text) {
    page.paragraph(text);
  }

  private void introduction(boolean papers) {
    LedgerEntry first = results.entries().get(0);
    say(
        "%d trainings under budget %s (%s epochs), made by `tfsno bench` and put together by `tfsno report`. The rules are in protocol.md."
            .formatted(
                results.entries().size(),
                results.budget(),
                first.config().at("/training/epochs").asString()));
    if (!papers) {
      say(
          "Numbers are means over seeds ± their sample standard deviation; without ± there is one seed. Each is itself a mean over the test trajectories. Bold: the best. A dash: no number. †n: n rollouts were not finite and are left out of the mean. ‡n: n seeds failed to train.");
      return;
    }
    say(
        "Numbers are means over seeds ± their sample standard deviation; without ± there is one seed. Each is itself a mean over the test trajectories. In parentheses: the paper's number, where it has one. Bold: the best of ours. A dash: not run. †n: n rollouts were not finite and are left out of the mean. ‡n: n seeds failed to train.");
    say(
        "L2 and H1 are relative errors; MSE depends on the size of the fields and cannot be compared with the paper's, whose data are others.");
  }

  private void section(PaperTable table, Form form, ResultTable filled) {
    heading(2, "%s: %s".formatted(table.title(), FORMS.get(form)));
    String source =
        table.source() == null
            ? "Not in the paper."
            : "The paper's numbers: %s.".formatted(table.source());
    say("Suite `%s`. %s %s".formatted(table.suite(), source, seeds(table, form)));
    if (table.id().equals("overall-100")) {
      say(
          "The paper does not name the length of its rollouts. Its overall errors on E2 and E3 are larger than those of any listed step up to 50, so they may be of longer ones.");
    }
    page.grid(filled.grid());
    Map<String, String> titles = titles(table);
    if (titles.size() > 2) {
      say("Places:");
      page.grid(filled.places(titles));
    }
    if (table.id().equals("rollout")) {
      say("Relative L2 error at step 50 as a multiple of the FNO's:");
      page.grid(filled.ratios("l2", 50, titles));
    }
    if (titles.keySet().stream().anyMatch(results::onlyDelta) && form == Form.DIRECT) {
      say("FINO adds to the state by definition: its numbers are the same in both forms.");
    }
  }

  /** The models of a table by the names that it gives them, in its order. */
  private Map<String, String> titles(PaperTable table) {
    Map<String, String> titles = new LinkedHashMap<>();
    for (PaperTable.Row row : table.rows()) {
      for (PaperTable.Column column : table.columns()) {
        boolean named = row.variant() != null;
        titles.putIfAbsent(
            row.at(column).variant(),
            named ? row.label().get(row.label().size() - 1) : column.label());
      }
    }
    return titles;
  }

  /** Which seeds are in a table, by data set. */
  private String seeds(PaperTable table, Form form) {
    Map<String, TreeSet<Long>> seeds = new LinkedHashMap<>();
    for (PaperTable.Row row : table.rows()) {
      for (PaperTable.Column column : table.columns()) {
        Quantity q = row.at(column);
        for (LedgerEntry e : results.of(q.dataset(), q.variant(), form)) {
          seeds.computeIfAbsent(q.dataset(), d -> new TreeSet<>()).add(e.cell().seed());
        }
      }
    }
    return seeds.entrySet().stream()
        .map(s -> "%s: %s".formatted(s.getKey(), s.getValue()))
        .collect(Collectors.joining("; ", "Seeds: ", "."));
  }

  /** The yardstick: what it costs to do nothing. */
  private void copying() {
    heading(2, "Copying the first state");
    say("Relative L2 error of the first state copied to every step: what a model must beat.");
    Map<String, List<Page.Item>> rows = new LinkedHashMap<>();
    for (LedgerEntry entry : results.entries()) {
      for (LedgerEntry.Test test : entry.tests()) {
        rows.computeIfAbsent(test.dataset(), dataset -> copying(test));
      }
    }
    List<String> head = new ArrayList<>(List.of("Data"));
    STEPS.forEach(step -> head.add("step " + step));
    page.grid(new Page.Grid(head, List.copyOf(rows.values())));
  }

  private static List<Page.Item> copying(LedgerEntry.Test test) {
    double[] l2 = test.copying();
    List<Page.Item> row = new ArrayList<>(List.of(Page.Item.of(test.dataset())));
    STEPS.forEach(
        step -> row.add(Page.Item.of(step <= l2.length ? ResultTable.number(l2[step - 1]) : "–")));
    return row;
  }

  private void figures() {
    heading(2, "Error against step");
    say(
        "Relative L2 error, mean over seeds and test trajectories. The dashed line copies the first state to every step.");
    PaperTable main = PaperTable.all().get(0);
    List<String> datasets = main.rows().stream().map(PaperTable.Row::dataset).distinct().toList();
    for (String dataset : datasets) {
      for (Form form : Form.values()) {
        LinePanel panel = curves(dataset, form, titles(main));
        if (panel != null) {
          String name = "%s-%s".formatted(dataset, form.label());
          String caption = "%s, %s".formatted(dataset, FORMS.get(form));
          Figure figure = new Figure("").panelSize(560, 340).add(panel).description(caption);
          page.picture(name, caption, figure);
        }
      }
    }
  }

  private LinePanel curves(String dataset, Form form, Map<String, String> titles) {
    Map<String, List<LedgerEntry>> models = new LinkedHashMap<>();
    titles.forEach((variant, title) -> models.put(title, results.of(dataset, variant, form)));
    return ErrorCurves.of(dataset + ", " + FORMS.get(form), models);
  }

  /** Every variant, those of suites of the user among them. */
  private void everyVariant() {
    heading(2, "Every variant");
    say(
        "All that was trained, by validation error, which alone may choose between variants: it is the relative L2 error over steps 1 to 50 of trajectories held out of the training split. Seconds are of training, mean over seeds; cells that ran at the same time shared a device, so that they tell what was spent, not how fast a model is: see performance.md for that.");
    Map<String, List<LedgerEntry>> groups =
        results.entries().stream()
            .filter(e -> !e.failed())
            .collect(
                Collectors.groupingBy(
                    e -> e.cell().dataset() + "|" + e.cell().form() + "|" + e.cell().variant(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<List<Page.Item>> rows =
        groups.values().stream()
            .sorted(
                Comparator.comparing((List<LedgerEntry> g) -> g.get(0).cell().dataset())
                    .thenComparing(g -> g.get(0).cell().form())
                    .thenComparingDouble(g -> mean(g, e -> e.training().validationError())))
            .map(this::variant)
            .toList();
    page.grid(
        new Page.Grid(
            List.of(
                "Data",
                "Form",
                "Variant",
                "What it is",
                "Seeds",
                "Parameters",
                "Seconds",
                "Validation error",
                "Test L2, step 50"),
            rows));
  }

  private List<Page.Item> variant(List<LedgerEntry> seeds) {
    LedgerEntry first = seeds.get(0);
    Cell cell = first.cell();
    List<String> texts =
        List.of(
            cell.dataset(),
            cell.form().label(),
            "`" + cell.variant() + "`",
            first.title(),
            Integer.toString(seeds.size()),
            "%,d".formatted(first.training().parameters()),
            "%.0f".formatted(mean(seeds, e -> e.training().seconds())),
            ResultTable.number(mean(seeds, e -> e.training().validationError())),
            ResultTable.number(mean(seeds, ResultsPage::atHorizon)));
    return texts.stream().map(Page.Item::of).toList();
  }

  private static double atHorizon(LedgerEntry entry) {
    return entry.tests().get(0).errorAtHorizon();
  }

  private static double mean(List<LedgerEntry> entries, ToDoubleFunction<LedgerEntry> of) {
    return entries.stream().mapToDouble(of).average().orElseThrow();
  }

  private void failures() {
    List<LedgerEntry> failed = results.entries().stream().filter(LedgerEntry::failed).toList();
    if (!failed.isEmpty()) {
      heading(2, "Failed cells");
      failed.forEach(e -> say("`%s`: %s".formatted(e.key(), e.reason())));
    }
  }

  private void origins() {
    heading(2, "Where this comes from");
    say("Programs: " + distinct(e -> "%s (%s)".formatted(e.origin().tfsno(), e.origin().code())));
    say(
        "Devices: "
            + distinct(e -> "%s, %s".formatted(e.origin().device(), e.origin().precision())));
    say(
        "Data sets (SHA-256): "
            + distinct(e -> "%s %s".formatted(e.cell().dataset(), e.origin().data())));
  }

  private String distinct(Function<LedgerEntry, String> what) {
    return results.entries().stream()
        .filter(e -> !e.failed())
        .map(what)
        .distinct()
        .sorted()
        .collect(Collectors.joining("; ", "", "."));
  }
}
