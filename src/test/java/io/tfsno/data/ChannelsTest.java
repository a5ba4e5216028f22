package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelsTest {
  @TempDir Path folder;

  @Test
  void namesAndUnits_writtenToAFile_areReadBack() {
    List<Channel> channels =
        List.of(new Channel("Vx", "m/s"), new Channel("fraction"), new Channel("p", "Pa"));
    Path file = SyntheticSets.write(folder.resolve("a.h5"), flat(channels), (b, t, c, i) -> c);
    try (TrajectoryFile open = TrajectoryFile.open(file)) {
      assertThat(open.set("").fields()).isEqualTo(channels);
      assertThat(open.set("").channels()).isEqualTo(3);
      assertThat(open.set("").attributes()).containsEntry("units", "m/s, , Pa");
    }
  }

  @Test
  void channels_withoutUnits_writeNone() {
    FlatSet flat = flat(List.of(new Channel("u")));
    Path file = SyntheticSets.write(folder.resolve("a.h5"), flat, (b, t, c, i) -> i);
    try (TrajectoryFile open = TrajectoryFile.open(file)) {
      assertThat(open.set("").attributes()).doesNotContainKey("units");
    }
  }

  @Test
  void twoChannels_ofOneName_areRefused() {
    Hdf5Plan plan = TrajectoryFiles.flat(new Hdf5Plan(), false, 2, 3, 4, 2);
    assertError(
        plan.attribute("field", "u, u"),
        "an attribute 'field' with a different name for each channel, found u, u. Rename one");
    assertThatThrownBy(() -> flat(List.of(new Channel("u"), new Channel("u", "m"))))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("channels with different names");
  }

  @Test
  void units_ofAnotherNumber_areRefused() {
    Hdf5Plan plan = TrajectoryFiles.flat(new Hdf5Plan(), false, 2, 3, 4, 2);
    assertError(
        plan.attribute("units", "m"), "'units' with 2 units, one for each channel, found 1: m.");
  }

  @Test
  void name_withAComma_cannotBeWritten() {
    FlatSet flat = flat(List.of(new Channel("u, v")));
    assertThatThrownBy(() -> SetFile.create(folder.resolve("a.h5"), flat))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("without commas, found 'u, v'");
  }

  private static FlatSet flat(List<Channel> channels) {
    Grid grid = Grid.periodic(Points.of(4), 1);
    return new FlatSet("", FloatType.FLOAT32, 1, 2, channels, grid, 0.1, Map.of());
  }

  private void assertError(Hdf5Plan plan, String message) {
    Path file = TrajectoryFiles.make(folder.resolve("a.h5"), plan);
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }
}
