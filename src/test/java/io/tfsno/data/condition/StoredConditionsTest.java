package io.tfsno.data.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SplitRule;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredConditionsTest {
  private static final int TRAJECTORIES = 5;
  private static final int STEPS = 3;
  private static final Grid GRID = Grid.periodic(Points.of(4, 6), 1);
  private static final SetConditions ALL =
      new SetConditions(
          List.of(new Channel("nu", "m^2/s"), new Channel("A")),
          new ConditionFields(List.of(new Channel("kappa"), new Channel("mask")), true),
          ConditionFields.of(List.of(new Channel("f"))),
          true);

  @TempDir Path folder;

  private Path write(SetConditions conditions) {
    Path file = folder.resolve("set.h5");
    FlatSet set =
        new FlatSet("", FloatType.FLOAT32, TRAJECTORIES, STEPS, List.of("u"), GRID, 0.1, Map.of())
            .with(conditions);
    Hdf5Plan plan = new Hdf5Plan();
    set.declare(plan);
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      set.writeCoordinates(writer);
      if (!conditions.parameters().isEmpty()) {
        writer.write("parameters", 0, rising(TRAJECTORIES * 2));
      }
      if (!conditions.statics().isEmpty()) {
        writer.write("static", 0, rising(GRID.cells() * 2));
      }
      if (!conditions.forcings().isEmpty()) {
        writer.write("forcing", 0, rising(TRAJECTORIES * STEPS * GRID.cells()));
      }
      if (conditions.phase()) {
        writer.write("phase", 0, rising(TRAJECTORIES));
      }
      writer.seal();
    }
    return file;
  }

  private static double[] rising(int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = i;
    }
    return values;
  }

  @Test
  void conditions_writtenAndRead_areTheSame() {
    try (TrajectoryFile file = TrajectoryFile.open(write(ALL))) {
      TrajectorySet set = file.set("");
      TrajectoryConditions found = set.conditions();
      assertThat(found.declared()).isEqualTo(ALL);
      assertThat(found.declared().names()).containsExactly("nu", "A", "kappa", "mask", "f");
      assertThat(found.parameters(3, 2)).containsExactly(6, 7, 8, 9);
      assertThat(found.phases(2, 3)).containsExactly(2, 3, 4);
      float[] fixed = found.statics(1, 2);
      int cells = GRID.cells();
      assertThat(fixed).hasSize(2 * 2 * cells);
      assertThat(fixed[7]).as("kappa of cell 7, stored with the channel last").isEqualTo(14);
      assertThat(fixed[cells + 7]).as("mask of cell 7").isEqualTo(15);
      assertThat(fixed[2 * cells + 7]).as("shared by all trajectories").isEqualTo(14);
      assertThat(found.forcings(4, 1, 1, 2)[0]).isEqualTo((4 * STEPS + 1) * cells);
      assertThat(set.unused()).isEmpty();
    }
  }

  @Test
  void conditions_ofADividedFile_followTheirTrajectories() {
    try (TrajectoryFile file = TrajectoryFile.open(write(ALL))) {
      TrajectorySet train = Splits.of(file, new SplitRule(0.6, 0.2, 0.2, 3)).train();
      TrajectoryConditions found = train.conditions();
      double[] phases = found.phases(0, (int) train.trajectories());
      for (int i = 0; i < phases.length; i++) {
        assertThat(found.parameters(i, 1)).containsExactly(2 * phases[i], 2 * phases[i] + 1);
        assertThat(found.forcings(i, 1, 0, 1)[0])
            .isEqualTo((float) phases[i] * STEPS * GRID.cells());
      }
    }
  }

  @Test
  void set_withoutConditions_hasNone() {
    try (TrajectoryFile file = TrajectoryFile.open(write(SetConditions.NONE))) {
      TrajectoryConditions found = file.set("").conditions();
      assertThat(found.declared().isEmpty()).isTrue();
      assertThat(found.phases(0, 2)).containsExactly(0, 0);
    }
  }

  @Test
  void parameters_withoutNames_areRefused() {
    Path file = folder.resolve("unnamed.h5");
    FlatSet set =
        new FlatSet("", FloatType.FLOAT32, TRAJECTORIES, STEPS, List.of("u"), GRID, 0.1, Map.of());
    Hdf5Plan plan = new Hdf5Plan();
    set.declare(plan);
    plan.dataset("parameters", FloatType.FLOAT64, TRAJECTORIES, 2);
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      set.writeCoordinates(writer);
      writer.seal();
    }
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("an attribute 'parameters' with 2 names");
  }

  @Test
  void parameters_ofAnotherNumberOfTrajectories_areRefused() {
    Path file = folder.resolve("short.h5");
    FlatSet set =
        new FlatSet("", FloatType.FLOAT32, TRAJECTORIES, STEPS, List.of("u"), GRID, 0.1, Map.of());
    Hdf5Plan plan = new Hdf5Plan();
    set.declare(plan);
    plan.dataset("parameters", FloatType.FLOAT64, TRAJECTORIES - 1, 1);
    plan.attribute("parameters", "nu");
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      set.writeCoordinates(writer);
      writer.seal();
    }
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'parameters' (5, 1)")
        .hasMessageContaining("(4, 1)");
  }

  @Test
  void conditions_ofOneName_areRefused() {
    assertThatThrownBy(
            () ->
                new SetConditions(
                    List.of(new Channel("f")),
                    ConditionFields.NONE,
                    ConditionFields.of(List.of(new Channel("f"))),
                    false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("conditions with different names");
  }
}
