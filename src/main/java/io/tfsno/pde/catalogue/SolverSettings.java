package io.tfsno.pde.catalogue;

import io.tfsno.base.ConfigReader;
import io.tfsno.pde.catalogue.Benchmark.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How exact a benchmark's solver is at coarser settings than the reference: what a surrogate's
 * speed-up has to be measured against. A setting stands here only if no other needs at most its
 * points and at most its substeps for the same errors; {@code tfsno perf --solver-settings} made
 * the tables.
 *
 * @param benchmark E1..E6
 * @param reference the setting that errors are relative to
 * @param trajectories of the test split over which errors were averaged
 * @param steps of a model at which errors are known, ascending
 * @param settings in order of cost
 */
public record SolverSettings(
    String benchmark,
    Settings reference,
    int trajectories,
    List<Integer> steps,
    List<Entry> settings) {

  private static final String RESOURCE = "settings.json";

  /**
   * One setting.
   *
   * @param errors mean relative L2 errors on the grid that models train on, one for each step
   */
  public record Entry(int points, int substeps, List<Double> errors) {
    public Entry {
      errors = List.copyOf(errors);
    }

    public Settings solver() {
      return new Settings(points, substeps);
    }

    private boolean undercuts(Entry other) {
      return points <= other.points
          && substeps <= other.substeps
          && points + substeps < other.points + other.substeps;
    }
  }

  public SolverSettings {
    steps = List.copyOf(steps);
    settings = List.copyOf(settings);
  }

  private record All(List<SolverSettings> tables) {
    static final List<SolverSettings> SHIPPED = read();

    private static List<SolverSettings> read() {
      try (InputStream in = SolverSettings.class.getResourceAsStream(RESOURCE)) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return ConfigReader.parse(RESOURCE, text, All.class).tables();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The shipped table of a benchmark. */
  public static SolverSettings of(Benchmark benchmark) {
    return All.SHIPPED.stream()
        .filter(table -> table.benchmark.equals(benchmark.id()))
        .findFirst()
        .orElseThrow();
  }

  /** The work for one step of a model, up to a factor: {@code n^d log(n)} per substep. */
  public static double cost(Settings settings, int dimension) {
    int n = settings.points();
    return Math.pow(n, dimension) * Math.log(n) * settings.substeps();
  }

  /** The last step at which errors are known. */
  public int lastStep() {
    return steps.get(steps.size() - 1);
  }

  /**
   * The error of a setting at a step: between two known ones along a straight line, after the last
   * one as there.
   */
  public double error(Entry setting, int step) {
    int after = 0;
    while (after < steps.size() && steps.get(after) < step) {
      after++;
    }
    if (after == 0 || after == steps.size()) {
      return setting.errors.get(Math.min(after, steps.size() - 1));
    }
    double low = setting.errors.get(after - 1);
    double high = setting.errors.get(after);
    double from = steps.get(after - 1);
    return low + (high - low) * (step - from) / (steps.get(after) - from);
  }

  /**
   * Settings whose error at a step is at most the given one, in order of cost; none of which needs
   * as many points and substeps as another. Which one is the fastest depends on the device: a GPU
   * hardly notices points, but each substep. Empty where only the reference is that exact.
   */
  public List<Entry> reaching(int step, double error) {
    List<Entry> exact = settings.stream().filter(s -> error(s, step) <= error).toList();
    return exact.stream().filter(s -> exact.stream().noneMatch(o -> o.undercuts(s))).toList();
  }

  /**
   * The table without the settings that are not worth their cost: those for which another has at
   * most their points, substeps and errors.
   *
   * @param share gains of less than this share of an error do not count
   * @param floor nor do differences between errors below this one
   */
  public SolverSettings frontier(int dimension, double share, double floor) {
    List<Entry> kept = new ArrayList<>();
    settings.stream()
        .sorted(Comparator.comparingDouble(s -> cost(s.solver(), dimension)))
        .filter(s -> kept.stream().noneMatch(k -> k.undercuts(s) && isAsExact(k, s, share, floor)))
        .forEach(kept::add);
    return new SolverSettings(benchmark, reference, trajectories, steps, kept);
  }

  private static boolean isAsExact(Entry one, Entry other, double share, double floor) {
    for (int i = 0; i < one.errors.size(); i++) {
      if (one.errors.get(i) * (1 - share) > Math.max(floor, other.errors.get(i))) {
        return false;
      }
    }
    return true;
  }
}
