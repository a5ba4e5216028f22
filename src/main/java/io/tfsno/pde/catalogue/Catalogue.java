package io.tfsno.pde.catalogue;

import io.tfsno.base.Names;
import io.tfsno.pde.EquationType;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every equation that can be solved, those on a line first. A new one is a file of its own and a
 * line here.
 */
public final class Catalogue {
  private static final List<EquationType> ALL =
      Stream.of(
              Burgers.TYPES,
              AllenCahn.TYPES,
              List.of(KuramotoSivashinsky1d.TYPE),
              KuramotoSivashinskySurface.TYPES,
              List.of(NavierStokes2d.TYPE, NavierStokes3d.TYPE),
              Advection.TYPES,
              Heat.TYPES,
              List.of(KortewegDeVries1d.TYPE),
              FisherKpp.TYPES,
              CahnHilliard.TYPES,
              SwiftHohenberg.TYPES,
              GrayScott.TYPES,
              List.of(Kolmogorov2d.TYPE))
          .flatMap(List::stream)
          .sorted(Comparator.comparingInt(EquationType::dimension))
          .toList();

  private Catalogue() {}

  public static List<EquationType> all() {
    return ALL;
  }

  /** The equation of that name. */
  public static EquationType named(String name) {
    return ALL.stream()
        .filter(t -> t.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> Names.unknown("equation", name, ALL.stream().map(EquationType::name).toList()));
  }
}
