package io.tfsno.data.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tfsno.base.UserError;
import io.tfsno.base.plugin.Plugins;
import io.tfsno.base.plugin.TestJars;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An equation of somebody else, in a jar of its own. */
class OwnEquationTest {
  /** {@code u_t + u u_x = nu u_xx - u_xxx}. */
  record KdvBurgers(double nu) implements Equation {
    static final EquationType TYPE =
        new EquationType(
            "kdv_burgers1d",
            "u_t + u u_x = nu u_xx - u_xxx",
            "waves steepen, disperse and decay",
            1,
            List.of("u"),
            List.of(Parameter.positive("nu", 0.1, "viscosity")),
            Map.of(),
            32,
            0.001,
            p -> new KdvBurgers(p.get("nu")));

    @Override
    public EquationType type() {
      return TYPE;
    }

    @Override
    public Map<String, Double> parameters() {
      return Map.of("nu", nu);
    }

    @Override
    public Symbol linear(Wavenumbers waves) {
      return new Symbol(
          new double[][] {waves.map(k -> -nu * k.squared())},
          new double[][] {waves.map(k -> k.x() * k.x() * k.x())});
    }

    @Override
    public Nonlinearity nonlinear(SpectralGrid grid) {
      return Nonlinearity.shared(
          Symbol.imaginary(grid.wavenumbers().map(k -> -k.x() / 2)),
          v -> grid.coefficients(grid.values(v).squareInPlace()));
    }
  }

  /** Named in META-INF/services. */
  public static final class Provider implements Equations.Provider {
    @Override
    public List<EquationType> types() {
      return List.of(KdvBurgers.TYPE);
    }
  }

  /** Brings a name that we have. */
  public static final class Taken implements Equations.Provider {
    @Override
    public List<EquationType> types() {
      return List.of(
          new EquationType(
              "heat1d",
              "u_t = 0",
              "nothing happens",
              1,
              List.of("u"),
              List.of(),
              Map.of(),
              1,
              1,
              p -> new KdvBurgers(1)));
    }
  }

  @TempDir private Path folder;

  @AfterEach
  void forget() {
    Plugins.use(List.of());
  }

  private Path jar(String name, Class<?> provider) {
    return TestJars.services(folder.resolve(name), Equations.Provider.class, provider.getName());
  }

  @Test
  void equationOfAnotherJar_makesDataLikeOurs() {
    int ours = Equations.all().size();
    Plugins.use(List.of(jar("kdv.jar", Provider.class)));
    Path out = folder.resolve("set.h5");

    Specs.generate(
        Specs.request(
            """
            equation: kdv_burgers1d
            parameters: {nu: {uniform: [0.1, 0.2]}}
            resolution: 32
            snapshots: {interval: 0.1, count: 3}
            initial: {band: {modes: 4, rms: 0.5}}
            sets: {train: {count: 3}}
            """,
            Shard.WHOLE),
        out);

    assertThat(Equations.all()).hasSize(ours + 1);
    assertThat(Equations.origin("kdv_burgers1d")).isPresent();
    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      assertThat(file.set("train").attributes()).containsEntry("equation", "kdv_burgers1d");
      assertThat(file.set("train").conditions().declared().names()).containsExactly("nu");
    }
  }

  @Test
  void equationOfAnotherJar_withANameOfOurs_isRefused() {
    Plugins.use(List.of(jar("mine.jar", Taken.class)));

    assertThatExceptionOfType(UserError.class)
        .isThrownBy(Equations::all)
        .withMessageContaining("equations with different names")
        .withMessageContaining("two named 'heat1d', in tfsno itself and in");
  }

  @Test
  void equationOfAnotherJar_withoutItsJar_isUnknown() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Equations.named("kdv_burgers1d"))
        .withMessageContaining("unknown equation 'kdv_burgers1d'");
  }
}
