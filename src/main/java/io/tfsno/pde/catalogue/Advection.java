package io.tfsno.pde.catalogue;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wave;
import io.tfsno.spectral.Wavenumbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Advection {@code u_t + c . grad u = 0}, in one to three dimensions: the field moves unchanged
 * with the velocity c. Its symbol is imaginary, so the exact solution is a phase per mode and any
 * step is exact.
 *
 * @param c one component for each axis
 */
record Advection(List<Double> c) implements Equation {
  static final List<EquationType> TYPES = EquationType.inEachDimension(Advection::type);

  private static EquationType type(int dimension) {
    List<Parameter> components = components(dimension);
    return new EquationType(
        "advection%dd".formatted(dimension),
        dimension == 1 ? "u_t + c u_x = 0" : "u_t + c . grad u = 0",
        "the field moves unchanged",
        dimension,
        List.of("u"),
        components,
        Map.of(),
        1,
        0.1,
        p -> new Advection(components.stream().map(component -> p.get(component.name())).toList()));
  }

  private static List<Parameter> components(int dimension) {
    return dimension == 1
        ? List.of(Parameter.any("c", 1, "velocity"))
        : Stream.of("x", "y", "z")
            .limit(dimension)
            .map(axis -> Parameter.any("c" + axis, 1, "velocity along " + axis))
            .toList();
  }

  Advection {
    c = List.copyOf(c);
    for (int axis = 0; axis < c.size(); axis++) {
      components(c.size()).get(axis).require(c.get(axis));
    }
  }

  @Override
  public EquationType type() {
    return TYPES.get(c.size() - 1);
  }

  @Override
  public Map<String, Double> parameters() {
    Map<String, Double> named = new LinkedHashMap<>();
    for (int axis = 0; axis < c.size(); axis++) {
      named.put(type().parameters().get(axis).name(), c.get(axis));
    }
    return named;
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.imaginary(waves.map(k -> -speed(k)));
  }

  /** c . k */
  private double speed(Wave k) {
    double sum = 0;
    for (int axis = 0; axis < c.size(); axis++) {
      sum += c.get(axis) * k.k(axis);
    }
    return sum;
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return null;
  }
}
