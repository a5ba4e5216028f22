package io.tfsno.report.results;

import io.tfsno.bench.LedgerEntry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Where results come from: programs, devices, data; and what failed. */
final class Origins {
  /** Failures beyond that are in their file alone. */
  private static final int TOLD = 10;

  private final List<LedgerEntry> done;
  private final List<LedgerEntry> failed;
  private final PageBuilder page;

  Origins(LedgerResults results, PageBuilder page) {
    this.page = page;
    done = results.entries().stream().filter(e -> !e.failed()).toList();
    failed = results.entries().stream().filter(LedgerEntry::failed).toList();
  }

  /** Adds nothing where nothing failed. */
  void failures() {
    if (!failed.isEmpty()) {
      page.heading(2, "Failed cells");
      say(failed.stream().limit(TOLD).toList());
    }
  }

  private void say(List<LedgerEntry> some) {
    some.forEach(e -> page.paragraph("`%s`: %s".formatted(e.key(), e.reason())));
  }

  void sheets() {
    Sheet sheet = new Sheet("failed", "cells that failed, and why", "cell", "reason");
    failed.forEach(e -> sheet.row(e.key(), e.reason()));
    page.sheet(sheet, () -> say(failed.stream().skip(TOLD).toList()));
    page.sheet(origins(), this::section);
  }

  private Sheet origins() {
    Sheet sheet =
        new Sheet(
            "origins",
            "number of trainings per program (version, digest), device (precision) and data file (SHA-256)",
            "kind",
            "name",
            "detail",
            "trainings");
    add(sheet, "program", e -> e.origin().tfsno(), e -> e.origin().code());
    add(sheet, "device", e -> e.origin().device(), e -> e.origin().precision());
    add(sheet, "data", e -> e.cell().dataset(), e -> e.origin().data());
    return sheet;
  }

  private void add(
      Sheet sheet,
      String kind,
      Function<LedgerEntry, String> name,
      Function<LedgerEntry, String> detail) {
    Map<String, Map<String, Long>> counts =
        done.stream()
            .collect(
                Collectors.groupingBy(
                    name,
                    TreeMap::new,
                    Collectors.groupingBy(detail, TreeMap::new, Collectors.counting())));
    counts.forEach((n, by) -> by.forEach((d, count) -> sheet.row(kind, n, d, count)));
  }

  private void section() {
    page.heading(2, "Where this comes from");
    say("Programs: ", e -> "%s (%s)".formatted(e.origin().tfsno(), e.origin().code()));
    say("Devices: ", e -> "%s, %s".formatted(e.origin().device(), e.origin().precision()));
    say("Data sets (SHA-256): ", e -> "%s %s".formatted(e.cell().dataset(), e.origin().data()));
  }

  private void say(String words, Function<LedgerEntry, String> what) {
    page.paragraph(
        done.stream().map(what).distinct().sorted().collect(Collectors.joining("; ", words, ".")));
  }
}
