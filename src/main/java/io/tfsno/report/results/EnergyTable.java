package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.bench.LedgerEntry.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether the gates of the paper's configuration turn to where the energy is: R_eff of each block
 * next to the paper's, and how much a gate answers to the state at all.
 */
final class EnergyTable {
  private static final String VARIANT = "tfsno";

  /** "0.60 and 0.87" at both ends, "-0.14, -0.48, and -0.11" between; it names no equation. */
  private static final List<String> PAPER = List.of("0.60", "-0.14", "-0.48", "-0.11", "0.87");

  private final PageBuilder page;

  /** The gates of every seed, by data set. */
  private final Map<String, List<List<Gate>>> gates = new TreeMap<>();

  EnergyTable(LedgerResults results, PageBuilder page) {
    this.page = page;
    for (LedgerEntry e : results.entries()) {
      boolean asPaper = e.cell().variant().equals(VARIANT) && e.cell().form() == Form.DIRECT;
      if (asPaper && !e.failed() && e.tests().get(0).gates() != null) {
        gates
            .computeIfAbsent(e.cell().dataset(), d -> new ArrayList<>())
            .add(e.tests().get(0).gates());
      }
    }
  }

  /** Adds nothing where no entry has readings of its gates. */
  void compose() {
    if (gates.isEmpty()) {
      return;
    }
    page.heading(2, "Gates against energy");
    page.paragraph(
        "R_eff of TF-SNO's blocks in the direct form, mean over seeds: the correlation of mean gain and mean power over the wave numbers with at least 1 % of the strongest one's power; in parentheses, how much the gains vary over states (`tfsno calibrate`, ADAPTIVE). The paper names no equation.");
    int blocks = gates.values().stream().mapToInt(seeds -> seeds.get(0).size()).max().orElse(0);
    List<String> head = new ArrayList<>(List.of("Data", "Seeds"));
    for (int block = 1; block <= blocks; block++) {
      head.add("Block " + block);
    }
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    gates.forEach((dataset, seeds) -> rows.add(row(dataset, seeds, blocks)));
    List<PageBuilder.Item> paper =
        new ArrayList<>(List.of(PageBuilder.Item.of("paper"), PageBuilder.Item.of("")));
    for (int i = 0; i < blocks; i++) {
      paper.add(PageBuilder.Item.of(i < PAPER.size() ? PAPER.get(i) : ""));
    }
    rows.add(paper);
    page.grid(new PageBuilder.Grid(head, rows));
  }

  private static List<PageBuilder.Item> row(String dataset, List<List<Gate>> seeds, int blocks) {
    List<PageBuilder.Item> row = new ArrayList<>();
    row.add(PageBuilder.Item.of(dataset));
    row.add(PageBuilder.Item.of(Integer.toString(seeds.size())));
    for (int i = 0; i < blocks; i++) {
      int block = i;
      List<Gate> same =
          seeds.stream().filter(s -> block < s.size()).map(s -> s.get(block)).toList();
      row.add(
          new PageBuilder.Item(
              effective(same),
              false,
              " (%s)"
                  .formatted(
                      number(same.stream().collect(Collectors.averagingDouble(Gate::adaptive))))));
    }
    return row;
  }

  private static String effective(List<Gate> blocks) {
    List<Double> known = blocks.stream().map(Gate::effective).filter(Objects::nonNull).toList();
    return known.isEmpty()
        ? "-"
        : number(known.stream().collect(Collectors.averagingDouble(x -> x)));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
