package io.tfsno.pde.catalogue;

import io.tfsno.base.Names;
import io.tfsno.pde.EquationType;
import java.util.List;

/** Every equation that can be solved. A new one is a file of its own and a line here. */
public final class Catalogue {
  private static final List<EquationType> ALL =
      List.of(
          Burgers1d.TYPE,
          AllenCahn.LINE,
          KuramotoSivashinsky1d.TYPE,
          Burgers2dScalar.TYPE,
          AllenCahn.PLANE,
          NavierStokes2d.TYPE,
          Advection.LINE,
          Advection.PLANE,
          Heat.LINE,
          Heat.PLANE,
          KortewegDeVries1d.TYPE,
          FisherKpp1d.TYPE,
          CahnHilliard.LINE,
          CahnHilliard.PLANE,
          SwiftHohenberg2d.TYPE,
          GrayScott2d.TYPE,
          Kolmogorov2d.TYPE,
          KuramotoSivashinsky2d.TYPE);

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
