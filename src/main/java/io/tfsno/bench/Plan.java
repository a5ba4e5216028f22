package io.tfsno.bench;

import io.tfsno.base.UserError;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Which cells of a suite to run. */
public final class Plan {
  private static final Pattern SHARD = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

  private Plan() {}

  /**
   * All cells of a suite, those on one data set together and the first seed of all before the
   * second of any.
   *
   * @param seeds null for as many as the budget says, from 1 on
   */
  public static List<Cell> cells(Suite suite, Protocol protocol, List<Long> seeds) {
    if (seeds != null) {
      Protocol.requireSeeds(seeds);
    }
    Set<Cell> cells = new LinkedHashSet<>();
    Set<String> datasets = new LinkedHashSet<>();
    for (Suite.Block block : suite.cells()) {
      for (String dataset : block.datasets()) {
        datasets.add(dataset);
        for (long seed : seedsOf(protocol, dataset, seeds, block.seeds())) {
          for (Form form : block.forms()) {
            for (String variant : block.variants()) {
              cells.add(protocol.cell(dataset, variant, form, seed));
            }
          }
        }
      }
    }
    if (cells.isEmpty()) {
      throw new UserError(
          "one or more of the seeds that the suite is frozen to",
          String.valueOf(seeds),
          "Choose among %s.".formatted(suite.cells().get(0).seeds()));
    }
    List<String> order = List.copyOf(datasets);
    return cells.stream()
        .sorted(
            Comparator.<Cell>comparingInt(c -> order.indexOf(c.dataset()))
                .thenComparingLong(Cell::seed)) // stable: the rest stays as declared
        .toList();
  }

  private static List<Long> seedsOf(
      Protocol protocol, String dataset, List<Long> asked, List<Long> only) {
    if (only != null) {
      return asked == null ? only : asked.stream().filter(only::contains).toList();
    }
    int dimension = protocol.declarations().dataset(dataset).dimension();
    return asked != null
        ? asked
        : LongStream.rangeClosed(1, protocol.limits().seeds(dimension)).boxed().toList();
  }

  /** Cells whose key one of the patterns fits; all cells if there are no patterns. */
  public static Predicate<Cell> fitting(List<String> globs) {
    List<PathMatcher> wanted = new ArrayList<>();
    for (String glob : globs) {
      wanted.add(FileSystems.getDefault().getPathMatcher("glob:" + glob));
    }
    return cell -> globs.isEmpty() || wanted.stream().anyMatch(w -> w.matches(Path.of(cell.key())));
  }

  /** The cells whose key one of the patterns fits; an error if none does. */
  public static List<Cell> only(List<Cell> cells, List<String> globs) {
    List<Cell> chosen = cells.stream().filter(fitting(globs)).toList();
    if (chosen.isEmpty()) {
      throw new UserError(
          "a pattern that matches a cell, such as 'E1-*'",
          String.join(", ", globs),
          "Compare it with the keys of the suite's cells.");
    }
    return chosen;
  }

  /** Every n-th of the cells, from the i-th on: {@code i/n}, the first shard is 1. */
  public static List<Cell> shard(List<Cell> cells, String shard) {
    Matcher match = SHARD.matcher(shard);
    int index = match.matches() ? Integer.parseInt(match.group(1)) : 0;
    int count = match.matches() ? Integer.parseInt(match.group(2)) : 0;
    if (index < 1 || index > count) {
      throw new UserError("a shard i/n with 1 <= i <= n", "'" + shard + "'", "Try 1/2.");
    }
    return IntStream.range(0, cells.size())
        .filter(i -> i % count == index - 1)
        .mapToObj(cells::get)
        .toList();
  }
}
