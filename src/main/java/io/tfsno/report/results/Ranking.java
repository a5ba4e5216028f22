package io.tfsno.report.results;

import io.tfsno.report.figure.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who was best, by quantity. Smaller is better; what is missing has no place. */
final class Ranking {
  private record Entry(String variant, double value) {}

  private final Map<Quantity, List<Entry>> groups = new LinkedHashMap<>();

  void add(Quantity quantity, double value) {
    if (!Double.isNaN(value)) {
      groups
          .computeIfAbsent(quantity.withoutVariant(), q -> new ArrayList<>())
          .add(new Entry(quantity.variant(), value));
    }
  }

  /** Whether no other model has a smaller number; false where there is nothing to compare. */
  boolean best(Quantity quantity, double value) {
    List<Entry> group = groups.getOrDefault(quantity.withoutVariant(), List.of());
    return group.size() > 1 && group.stream().allMatch(e -> e.value >= value);
  }

  /** How often a model was in each place, 1 first. Equal numbers share the better place. */
  Map<String, Map<Integer, Integer>> places() {
    Map<String, Map<Integer, Integer>> counts = new LinkedHashMap<>();
    for (List<Entry> group : groups.values()) {
      group.sort(Comparator.comparingDouble(Entry::value));
      for (Entry entry : group) {
        int place = 1 + (int) group.stream().filter(e -> e.value < entry.value).count();
        counts.computeIfAbsent(entry.variant, v -> new TreeMap<>()).merge(place, 1, Integer::sum);
      }
    }
    return counts;
  }

  int quantities() {
    return groups.size();
  }
}
