package io.tfsno.pde.catalogue;

import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Our own equations, those on a line first. A new one is a file of its own and a line here. Who
 * wants those of plug-ins too asks {@link Equations}.
 */
public final class Catalogue implements Equations.Provider {
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

  @Override
  public List<EquationType> types() {
    return ALL;
  }

  public static List<EquationType> all() {
    return ALL;
  }

  /** One of them, or of a plug-in. */
  public static EquationType named(String name) {
    return Equations.named(name);
  }
}
