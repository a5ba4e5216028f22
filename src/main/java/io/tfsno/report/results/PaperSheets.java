package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.report.figure.Quantity;
import io.tfsno.run.ScoredSteps;
import java.util.Arrays;
import java.util.List;

/** The tables of the paper with our numbers, for other programs: one number in each row. */
final class PaperSheets {
  private final LedgerResults results;

  PaperSheets(LedgerResults results) {
    this.results = results;
  }

  private List<Form> forms(PaperTable table) {
    return Arrays.stream(Form.values())
        .filter(form -> new ResultTable(table, results, form).present())
        .toList();
  }

  /** A table in all forms. Models that add to the state by definition are in one of them only. */
  Sheet of(PaperTable table) {
    String source = table.source() == null ? "" : "; paper: %s".formatted(table.source());
    Sheet sheet =
        new Sheet(
            table.id(),
            "%s (suite `%s`%s)".formatted(table.title(), table.suite(), source),
            "form",
            "data",
            "scored_on",
            "model",
            "variant",
            "metric",
            "first_step",
            "last_step",
            "mean",
            "spread",
            "median",
            "seeds",
            "failed",
            "left_out",
            "paper",
            "paper_spread");
    List<Form> forms = forms(table);
    for (Form form : forms) {
      boolean last = form == forms.get(forms.size() - 1);
      for (PaperTable.Slot slot : table.slots()) {
        boolean once = results.onlyDelta(slot.quantity().variant());
        if (!once || last) {
          row(sheet, once ? Form.DELTA : form, table.model(slot), slot);
        }
      }
    }
    return sheet;
  }

  private void row(Sheet sheet, Form form, String model, PaperTable.Slot slot) {
    Quantity q = slot.quantity();
    LedgerResults.Value value = results.value(q, form);
    sheet.row(
        form.label(),
        q.dataset(),
        q.test(),
        model,
        q.variant(),
        q.metric(),
        q.step() == 0 ? 1 : q.horizon(),
        q.horizon(),
        value.mean(),
        value.seeds() > 1 ? value.spread() : Double.NaN,
        results.median(q, form),
        value.seeds(),
        value.failed(),
        value.leftOut(),
        slot.paper(),
        slot.spread());
  }

  /** How often each model was first and second among the numbers of a table. */
  Sheet places() {
    Sheet sheet =
        new Sheet(
            "places",
            "how often each model is first and second in these tables, here and in the paper",
            "table",
            "form",
            "model",
            "variant",
            "first",
            "second",
            "of",
            "paper_first",
            "paper_second",
            "paper_of");
    for (PaperTable table : PaperTable.all()) {
      if (table.source() == null) {
        continue;
      }
      for (Form form : forms(table)) {
        ResultTable filled = new ResultTable(table, results, form);
        table
            .titles()
            .forEach(
                (variant, title) -> {
                  ResultTable.Places here = filled.places(variant);
                  ResultTable.Places there = filled.placesInThePaper(variant);
                  sheet.row(
                      table.id(),
                      form.label(),
                      title,
                      variant,
                      here.first(),
                      here.second(),
                      here.of(),
                      there.first(),
                      there.second(),
                      there.of());
                });
      }
    }
    return sheet;
  }

  /** Relative L2 errors at the last step of tables as multiples of the FNO's. */
  Sheet ratios() {
    int step = ScoredSteps.HORIZON;
    Sheet sheet =
        new Sheet(
            "ratios",
            "relative L2 errors at step %d divided by the FNO's, here and in the paper"
                .formatted(step),
            "form",
            "data",
            "model",
            "variant",
            "ratio",
            "paper");
    PaperTable main = PaperTable.of("rollout");
    for (Form form : forms(main)) {
      ResultTable filled = new ResultTable(main, results, form);
      for (PaperTable.Slot slot : main.slots()) {
        Quantity q = slot.quantity();
        if (q.metric().equals("l2") && q.step() == step) {
          sheet.row(
              form.label(),
              q.dataset(),
              main.model(slot),
              q.variant(),
              filled.ratio(q),
              filled.ratioInThePaper(q));
        }
      }
    }
    return sheet;
  }
}
