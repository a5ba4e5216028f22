package io.tfsno.bench;

import io.tfsno.pde.catalogue.Benchmark;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A data set that cells are trained on.
 *
 * @param name what cells call it
 * @param reynolds another Reynolds number than the benchmark's; null for its own
 * @param tests further sets whose test split scores the models trained on this one
 */
public record Dataset(String name, String benchmark, Double reynolds, List<String> tests) {
  public Dataset {
    Benchmark.named(benchmark);
    tests = tests == null ? List.of() : List.copyOf(tests);
  }

  public Benchmark source() {
    Benchmark standard = Benchmark.named(benchmark);
    return reynolds == null ? standard : standard.withReynolds(reynolds);
  }

  /** Every set that scores a model trained on this one, its own first. */
  public List<String> scoredOn() {
    return Stream.concat(Stream.of(name), tests.stream()).toList();
  }

  String fileName(Budget budget) {
    return budget.prefix() + name.toLowerCase(Locale.ROOT) + ".h5";
  }
}
