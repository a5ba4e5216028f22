package io.tfsno.pde.catalogue;

import io.tfsno.pde.Sampler;
import io.tfsno.pde.catalogue.Benchmark.Settings;
import java.util.List;
import java.util.Map;

/** E1 to E6. Each ends with its reference, fast and quick settings. */
final class PaperBenchmarks {
  private PaperBenchmarks() {}

  static final List<Benchmark> ALL =
      List.of(
          new Benchmark(
              1,
              "1D Burgers",
              new Burgers(1, 0.01 / Math.PI),
              1,
              0.01,
              101,
              1024,
              256,
              new Sampler(u -> 0.3 + 0.3 * u, 8, m -> 1 / Math.sqrt(m)),
              new Settings(1536, 10),
              new Settings(384, 4),
              new Settings(384, 4),
              // PDEBench's name: its diffusion coefficient is Nu / pi.
              Map.of("Nu", 0.01)),
          new Benchmark(
              2,
              "1D Allen-Cahn",
              new AllenCahn(1, 5e-5, 1),
              1,
              0.15,
              101,
              1024,
              256,
              new Sampler(u -> 0.02 * Math.pow(10, u), 32, m -> 1),
              new Settings(1536, 5),
              new Settings(384, 3),
              new Settings(384, 3),
              Map.of()),
          new Benchmark(
              3,
              "1D Kuramoto-Sivashinsky",
              new KuramotoSivashinsky1d(),
              64,
              0.5,
              101,
              1024,
              256,
              new Sampler(u -> 0.2 + 0.3 * u, 4, m -> 1),
              new Settings(1536, 200),
              new Settings(384, 25),
              new Settings(384, 25),
              Map.of()),
          new Benchmark(
              4,
              "2D Burgers",
              new Burgers(2, 0.01),
              1,
              0.015,
              51,
              128,
              64,
              new Sampler(u -> 0.3 + 0.2 * u, 5, m -> 1 / Math.sqrt(m)),
              new Settings(192, 10),
              new Settings(96, 4),
              new Settings(96, 4),
              Map.of()),
          new Benchmark(
              5,
              "2D Allen-Cahn",
              new AllenCahn(2, 4e-4, 1),
              1,
              0.4,
              51,
              128,
              64,
              new Sampler(u -> 0.2 + 0.3 * u, 12, m -> 1),
              new Settings(192, 32),
              new Settings(96, 8),
              new Settings(96, 8),
              Map.of()),
          new Benchmark(
              6,
              "2D Navier-Stokes",
              new NavierStokes2d(1e-3),
              2 * Math.PI,
              1,
              51,
              128,
              64,
              new Sampler(u -> 0.18 + 0.08 * u, 6, m -> 1),
              new Settings(192, 25),
              new Settings(128, 10),
              new Settings(96, 8),
              Map.of()));
}
