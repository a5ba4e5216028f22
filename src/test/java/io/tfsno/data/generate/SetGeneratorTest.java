package io.tfsno.data.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Sampler;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Benchmark.Settings;
import io.tfsno.pde.catalogue.Catalogue;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class SetGeneratorTest {
  private static final int POINTS = 16;
  private static final int SNAPSHOTS = 3;

  @TempDir private Path folder;

  /** A small benchmark of two fields. */
  private static Benchmark grayScott() {
    Settings settings = new Settings(24, 2);
    return new Benchmark(
        9,
        "Gray-Scott",
        Catalogue.named("gray_scott1d").create(Map.of()),
        1,
        0.5,
        SNAPSHOTS,
        POINTS,
        POINTS,
        new Sampler(u -> 0.2, 3, m -> 1),
        settings,
        settings,
        settings,
        Map.of("feed", 0.04));
  }

  @Test
  void setOfTwoFields_readBack_hasEachFieldInItsChannel() throws IOException {
    Benchmark b = grayScott();
    Path out = folder.resolve("set.h5");
    SetRequest request = new SetRequest(b, 5, 0, 1, Profile.QUICK, SNAPSHOTS);

    new SetGenerator(request, Device.CPU, 1)
        .generate(out, false, new Cancellation(), ProgressListener.NONE);

    Solver solver = new Solver(b.equation(), b.grid(24), b.interval(), 2, Device.CPU);
    Rng stream = b.stream(1, Benchmark.Split.TRAIN, 3);
    float[][] expected = new float[SNAPSHOTS][];
    Tensor initial = b.sampler().draw(solver.modes(), 2, stream);
    solver.run(
        initial,
        SNAPSHOTS,
        Points.of(POINTS),
        new Cancellation(),
        (step, values) -> expected[step] = values.toFloats());
    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      TrajectorySet set = file.set("train");
      assertThat(set.channelNames()).containsExactly("u", "v");
      assertThat(set.attributes()).containsEntry("feed", 0.04);
      for (int step = 0; step < SNAPSHOTS; step++) {
        // Sets are read channel first, as the solver hands them out.
        assertThat(set.read(3, 1, step, 1)).containsExactly(expected[step], within(1e-6f));
      }
    }
  }
}
