package io.tfsno.operator.tfsno.statistic;

import io.tfsno.base.Names;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The registry of statistics. Its order is that in which networks see them. */
public final class Statistics {
  private static final List<Statistic> PAPER =
      List.of(
          new LogEnergy(),
          new Centroid(),
          new Spread(),
          new Skewness(),
          new LogSigma(),
          new Roughness(),
          new Kurtosis(),
          new Crest());

  private static final List<Statistic> OTHERS = List.of(new BandRatio());

  private static final List<Statistic> ALL =
      Stream.of(PAPER, OTHERS).flatMap(Collection::stream).toList();

  private Statistics() {}

  public static List<Statistic> all() {
    return ALL;
  }

  /** The names of those of the paper, which a gate sees unless told otherwise. */
  public static List<String> ofPaper() {
    return names(PAPER);
  }

  /** The names of those of the paper that look at one thing. */
  public static List<String> ofPaper(Statistic.Domain domain) {
    return names(PAPER.stream().filter(s -> s.domain() == domain).toList());
  }

  /** The names of those of the paper but one. */
  public static List<String> ofPaperBut(String left) {
    return ofPaper().stream().filter(name -> !name.equals(left)).toList();
  }

  /** The statistic of a name in any case; a {@link io.tfsno.base.UserError} suggests another. */
  public static Statistic of(String name) {
    return ALL.stream()
        .filter(s -> s.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> Names.unknown("statistic", String.valueOf(name), names(ALL)));
  }

  /** Those of some names, in the order of the registry. */
  public static List<Statistic> inOrder(Collection<String> names) {
    List<Statistic> asked = names.stream().map(Statistics::of).toList();
    return ALL.stream().filter(asked::contains).toList();
  }

  public static List<String> names(List<Statistic> statistics) {
    return statistics.stream().map(Statistic::name).toList();
  }
}
