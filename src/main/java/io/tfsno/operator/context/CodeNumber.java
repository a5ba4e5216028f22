package io.tfsno.operator.context;

import io.tfsno.nn.Constants;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What one number of a code is about.
 *
 * @param group such as {@code ratios} or {@code phases x cos}
 * @param name within the group, such as {@code k 3-4}
 */
public record CodeNumber(String group, String name) {
  /** Both in one. */
  public String text() {
    return group + ": " + name;
  }

  /**
   * All numbers of a code, in their order.
   *
   * @param grid that the model was trained on
   */
  public static List<CodeNumber> of(ContextSpec spec, Grid grid) {
    if (spec.learnt() != null) {
      return counted("learnt", spec.learnt().numbers());
    }
    List<CodeNumber> all = new ArrayList<>();
    for (ContextFeature feature : spec.taken()) {
      String group = feature.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      int size = feature.size(grid.dimension());
      List<CodeNumber> named = named(feature, group, grid);
      all.addAll(named.size() == size ? named : counted(group, size));
    }
    return List.copyOf(all);
  }

  /** Of a group whose numbers have no names of their own, they are told by their place. */
  private static List<CodeNumber> counted(String group, int size) {
    return IntStream.rangeClosed(1, size)
        .mapToObj(i -> new CodeNumber(group, Integer.toString(i)))
        .toList();
  }

  private static List<CodeNumber> named(ContextFeature feature, String group, Grid grid) {
    return switch (feature) {
      case STATISTICS ->
          Statistics.ofPaper().stream()
              .map(s -> new CodeNumber(group, s.toLowerCase(Locale.ROOT).replace('_', ' ')))
              .toList();
      case LAW, TREND ->
          LawTerms.names(grid.dimension()).stream()
              .map(term -> new CodeNumber(group, term))
              .toList();
      case RATIOS, POWER -> ofBands(group, grid);
      case PHASES -> {
        List<CodeNumber> all = new ArrayList<>();
        for (Axis axis : grid.axes()) {
          all.addAll(ofBands("%s %s cos".formatted(group, axis.name()), grid));
          all.addAll(ofBands("%s %s sin".formatted(group, axis.name()), grid));
        }
        yield all;
      }
      default -> List.of();
    };
  }

  private static List<CodeNumber> ofBands(String group, Grid grid) {
    try (Constants unused = new Constants()) {
      Bands bands = new Bands(grid.points(), unused);
      int[] waves = IntStream.rangeClosed(1, bands.table().largestWave()).toArray();
      List<CodeNumber> all = new ArrayList<>();
      for (int b = 0; b < Bands.COUNT; b++) {
        int band = b;
        int[] inside = IntStream.of(waves).filter(k -> bands.of(k) == band).toArray();
        all.add(new CodeNumber(group, range(band, inside)));
      }
      return all;
    }
  }

  /** The whole waves of a band; a narrow one may hold none, or only slanted ones. */
  private static String range(int band, int... waves) {
    return switch (waves.length) {
      case 0 -> "band " + (band + 1);
      case 1 -> "k " + waves[0];
      default -> "k %d-%d".formatted(waves[0], waves[waves.length - 1]);
    };
  }
}
