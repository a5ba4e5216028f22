package io.tfsno.pde.catalogue;

import java.util.List;
import java.util.Map;

/**
 * What can be done to solutions of an equation, whatever its coefficients, so that they stay
 * solutions: axes are mirrored and fields change their sign. Only generators; not all are named,
 * because axes that change places cannot be written. What is worth most comes first. {@code #} is
 * the field.
 */
public final class KnownSymmetries {
  private static final List<String> ALL_OF_A_LINE = List.of("# -> -#", "x -> -x");
  private static final List<String> ALL_OF_A_PLANE = List.of("# -> -#", "x -> -x", "y -> -y");

  private static final Map<String, List<String>> BY_TYPE =
      Map.ofEntries(
          Map.entry("burgers1d", List.of("x -> -x, # -> -#")),
          Map.entry("burgers2d_scalar", List.of("x -> -x, y -> -y, # -> -#")),
          Map.entry("burgers3d_scalar", List.of("x -> -x, y -> -y, z -> -z, # -> -#")),
          Map.entry("allen_cahn1d", ALL_OF_A_LINE),
          Map.entry("allen_cahn2d", ALL_OF_A_PLANE),
          Map.entry("ks1d", List.of("x -> -x, # -> -#")),
          Map.entry("navier_stokes2d", List.of("x -> -x, # -> -#", "y -> -y, # -> -#")),
          Map.entry("heat1d", ALL_OF_A_LINE),
          Map.entry("heat2d", ALL_OF_A_PLANE),
          Map.entry("cahn_hilliard1d", ALL_OF_A_LINE),
          Map.entry("cahn_hilliard2d", ALL_OF_A_PLANE));

  private KnownSymmetries() {}

  /**
   * @param type name of an equation of the catalogue, or anything else
   * @param fields as data name them
   * @return none where none are known
   */
  public static List<String> of(String type, List<String> fields) {
    return BY_TYPE.getOrDefault(type, List.of()).stream()
        .map(text -> text.replace("#", fields.get(0)))
        .toList();
  }

  /** Names of equations with symmetries. */
  static List<String> types() {
    return BY_TYPE.keySet().stream().sorted().toList();
  }
}
