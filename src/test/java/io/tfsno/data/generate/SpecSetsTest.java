package io.tfsno.data.generate;

import static io.tfsno.data.generate.Specs.BURGERS;
import static io.tfsno.data.generate.Specs.generate;
import static io.tfsno.data.generate.Specs.request;
import static io.tfsno.data.generate.Specs.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.npy.NpyWriter;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made from specifications. */
class SpecSetsTest {
  @TempDir private Path folder;

  private Path made(String yaml) {
    Path out = folder.resolve("set.h5");
    generate(request(spec(yaml), Shard.WHOLE, folder), out);
    return out;
  }

  static List<String> catalogue() {
    return Equations.all().stream().map(EquationType::name).toList();
  }

  @ParameterizedTest
  @MethodSource("catalogue")
  void set_ofAnyEquationWithDrawnCoefficients_isFiniteAndStoresThem(String name) {
    EquationType type = Equations.named(name);
    String drawn =
        type.parameters().stream()
            .map(
                p ->
                    p.name().equals("n")
                        ? "n: {choice: [1, 2]}"
                        : "%s: {uniform: [%s, %s]}"
                            .formatted(p.name(), 0.9 * p.standard(), 1.1 * p.standard()))
            .collect(Collectors.joining(", "));
    Path out =
        made(
            """
            equation: %s
            parameters: {%s}
            resolution: 8
            snapshots: {interval: %s, count: 2}
            initial: {band: {modes: 2, rms: 0.1}, mean: {uniform: [0.2, 0.4]}}
            sets: {train: {count: 3}}
            """
                .formatted(name, drawn, 2 * type.dt()));

    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      TrajectorySet set = file.set("train");
      assertThat(set.channelNames()).isEqualTo(type.fields());
      assertThat(set.grid().dimension()).isEqualTo(type.dimension());
      for (float value : set.read(0, 3, 0, 2)) {
        assertThat(value).isFinite();
      }
      assertThat(set.conditions().declared().names())
          .isEqualTo(type.parameters().stream().map(p -> p.name()).toList());
      double[] stored = set.conditions().parameters(0, 3);
      for (int i = 0; i < stored.length; i++) {
        var p = type.parameters().get(i % type.parameters().size());
        if (!p.name().equals("n")) {
          assertThat(stored[i]).isBetween(0.9 * p.standard(), 1.1 * p.standard());
        }
      }
      assertThat(set.attributes()).containsEntry("equation", name);
    }
  }

  @Test
  void shards_putOneAfterAnother_areTheWhole() {
    Path whole = made(BURGERS);
    Path part = folder.resolve("part.h5");
    try (TrajectoryFile all = TrajectoryFile.open(whole)) {
      for (int i = 1; i <= 3; i++) {
        generate(request(BURGERS, new Shard(i, 3)), part);
        try (TrajectoryFile some = TrajectoryFile.open(part)) {
          for (String name : some.groups()) {
            TrajectorySet set = some.set(name);
            int first = ((Long) set.attributes().get("first_index")).intValue();
            int count = (int) set.trajectories();
            assertThat(set.read(0, count, 0, 3)).isEqualTo(all.set(name).read(first, count, 0, 3));
            assertThat(set.conditions().parameters(0, count))
                .isEqualTo(all.set(name).conditions().parameters(first, count));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 7, 8, 1000, 1_000_000_007})
  void shards_ofAnyCount_coverItOnceFromEvenIndices(long count) {
    for (int of : new int[] {1, 2, 3, 16}) {
      long next = 0;
      for (int i = 1; i <= of; i++) {
        Shard shard = new Shard(i, of);
        assertThat(shard.first(count)).isEqualTo(next);
        if (shard.size(count) > 0) {
          assertThat(shard.first(count) % 2).isZero();
        }
        next += shard.size(count);
      }
      assertThat(next).isEqualTo(count);
    }
  }

  @Test
  void snapshots_thatAreSkipped_areThoseAtTheStart() {
    String all = BURGERS.replace("count: 3}\ninitial", "count: 5}\ninitial");
    String later = BURGERS.replace("count: 3}\ninitial", "count: 3, skip: 2}\ninitial");
    float[] expected;
    try (TrajectoryFile file = TrajectoryFile.open(made(all))) {
      expected = file.set("train").read(1, 1, 2, 3);
    }
    try (TrajectoryFile file = TrajectoryFile.open(made(later))) {
      assertThat(file.set("train").read(1, 1, 0, 3)).isEqualTo(expected);
      assertThat(file.set("train").times()[0]).isZero();
    }
  }

  @Test
  void law_thatChangesWithTime_storesThePhaseOfItsFirstSnapshot() {
    Path out =
        made(
            """
            equation:
              dimension: 1
              terms:
                - {kind: derivative, order: 0, coefficient: r}
            parameters: {r: {mean: 0, amplitude: 1, period: 2}}
            phase: {uniform: [10, 12]}
            domain: {length: 1}
            resolution: 8
            solver: {dt: 0.01}
            snapshots: {interval: 0.5, count: 3, skip: 2}
            initial: {mean: 1}
            sets: {train: {count: 4}}
            """);

    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      TrajectorySet set = file.set("train");
      double[] phases = set.conditions().phases(0, 4);
      for (int i = 0; i < 4; i++) {
        assertThat(phases[i]).isBetween(11.0, 13.0);
        float[] values = set.read(i, 1, 0, 3);
        // u grows by exp of the integral of sin(pi t) over each half
        double t = phases[i];
        double growth = (Math.cos(Math.PI * t) - Math.cos(Math.PI * (t + 0.5))) / Math.PI;
        assertThat(values[8] / values[0]).isCloseTo((float) Math.exp(growth), within(1e-5f));
      }
      assertThat(set.attributes()).containsEntry("skipped_snapshots", 2L);
    }
  }

  @Test
  void states_fromAFile_startTheTrajectoriesInOrder() {
    double[] states = new double[3 * 8];
    for (int i = 0; i < states.length; i++) {
      states[i] = i / 8 + Math.cos(2 * Math.PI * (i % 8) / 8.0);
    }
    try (NpyWriter writer =
        new NpyWriter(folder.resolve("states.npy"), FloatType.FLOAT64, 3, 1, 8)) {
      writer.append(states);
    }
    Path out =
        made(
            """
            equation: heat1d
            parameters: {D: {choice: [0.01, 0.02]}}
            resolution: 8
            snapshots: {interval: 0.1, count: 2}
            initial: {file: states.npy}
            sets: {train: {count: 2}, test: {count: 1, initial: {file: states.npy, first: 2}}}
            """);

    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      assertThat(file.set("train").read(1, 1, 0, 1)[0]).isCloseTo(2, within(1e-5f));
      assertThat(file.set("test").read(0, 1, 0, 1)[0]).isCloseTo(3, within(1e-5f));
    }
  }

  @Test
  void samplers_byChannel_areEachUsedForTheirField() {
    Path out =
        made(
            """
            equation: gray_scott2d
            domain: {length: [1, 1.5]}
            resolution: [8, 12]
            snapshots: {interval: 0.5, count: 2}
            initial:
              channels:
                - {mean: 0.7, waves: {count: 3, modes: 2, amplitude: {uniform: [0.01, 0.02]}}}
                - {mean: 0.2, gaussian: {modes: 2, sigma: 1, tau: 5, alpha: 2}}
            sets: {train: {count: 2}}
            """);

    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      float[] first = file.set("train").read(0, 1, 0, 1);
      double[] means = new double[2];
      for (int i = 0; i < first.length; i++) {
        means[i / 96] += first[i] / 96;
      }
      assertThat(means[0]).isCloseTo(0.7, within(1e-6));
      assertThat(means[1]).isCloseTo(0.2, within(1e-6));
    }
  }
}
