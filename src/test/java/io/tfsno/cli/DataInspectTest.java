package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.FlatSet;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFiles;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class DataInspectTest {
  private static final Grid BOX =
      Grid.of(
          Points.of(8, 4, 6),
          new double[] {2, 1, 1},
          Boundary.PERIODIC,
          Boundary.WALL,
          Boundary.WALL);

  @TempDir private Path folder;

  @Test
  void text_ofABoxWithWalls_showsEveryChannelAndBoundary() {
    Cli.Result result = Cli.run("data", "inspect", box((b, t, c, i) -> c == 0 ? i % 2 : 1e5 + i));
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains("8 points of length 2.00000 (periodic) by 4 points of length 1.00000 (wall)")
        .contains("wave numbers as if periodic along y, z")
        .containsPattern("w +0.00000 +1.00000 +0.5000 +0.5000")
        .containsPattern("p \\[Pa\\] +100000 +100191 ");
  }

  @Test
  void json_ofABoxWithWalls_holdsTheSame() {
    Path file = box((b, t, c, i) -> b == 1 && t == 1 && c == 1 && i == 0 ? Double.NaN : i);
    Cli.Result result = Cli.run("data", "inspect", file, "--json");
    JsonNode set = new ObjectMapper().readTree(result.out()).get(0);
    assertThat(set.get("boundary").asString()).isEqualTo("periodic, wall, wall");
    assertThat(set.get("units").get(1).asString()).isEqualTo("Pa");
    assertThat(set.get("not_used").isEmpty()).isTrue();
    JsonNode channel = set.get("summary").get("channels").get(0);
    assertThat(channel.get("name").asString()).isEqualTo("w");
    assertThat(channel.get("maximum").asDouble()).isEqualTo(191);
    JsonNode place = set.get("summary").get("firstNonFinite");
    assertThat(place.get("trajectory").asInt()).isEqualTo(1);
    assertThat(place.get("step").asInt()).isEqualTo(1);
    assertThat(place.get("channel").asString()).isEqualTo("p");
  }

  @Test
  void text_ofDataWithNaN_namesTheFirst() {
    Path file = box((b, t, c, i) -> b == 1 && c == 1 ? Double.NaN : i);
    assertThat(Cli.run("data", "inspect", file).out())
        .contains("576 NOT FINITE, the first in trajectory 1, step 0 (t = 0.00000), channel p");
  }

  @Test
  void figure_ofThreeDimensions_showsTheMiddleSliceOfEachChannel() {
    Path figure = folder.resolve("box.svg");
    Path file = box((b, t, c, i) -> i - 90);
    assertThat(Cli.run("data", "inspect", file, "--figure", figure).exit()).isZero();
    assertThat(figure)
        .content()
        .contains("Trajectory 0, w, t = 0.000, middle slice z = 0.5000")
        .contains("Trajectory 0, p, t = 0.2000, middle slice")
        .contains("p(x, y, z) [Pa]")
        .contains("as if periodic");
  }

  @Test
  void foreignFile_thatDoesNotSay_isReadWithTheFlag() {
    Hdf5Plan plan = new Hdf5Plan().dataset("tensor", FloatType.FLOAT32, 2, 3, 4, 5);
    plan.dataset("x-coordinate", FloatType.FLOAT32, 4)
        .dataset("y-coordinate", FloatType.FLOAT32, 5)
        .dataset("t-coordinate", FloatType.FLOAT32, 3)
        .dataset("viscosity", FloatType.FLOAT32, 2);
    Path file = TrajectoryFiles.make(folder.resolve("a.h5"), plan);

    Cli.Result refused = Cli.run("data", "inspect", file);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .contains("State the boundary, periodic or wall")
        .contains("--boundary");
    Cli.Result misspelt = Cli.run("data", "inspect", file, "--boundary", "walls");
    assertThat(misspelt.exit()).isEqualTo(2);
    assertThat(misspelt.err()).contains("periodic or wall").contains("found 'walls'");

    Cli.Result result = Cli.run("data", "inspect", file, "--boundary", "periodic,wall");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("(periodic) by 5 points").contains("not used: viscosity");
    assertThat(Cli.run("data", "compare", file, file, "--boundary", "wall").exit()).isZero();
  }

  private Path box(SyntheticSets.Value value) {
    List<Channel> channels = List.of(new Channel("w"), new Channel("p", "Pa"));
    FlatSet flat = new FlatSet("", FloatType.FLOAT32, 2, 3, channels, BOX, 0.1, Map.of());
    return SyntheticSets.write(folder.resolve("box.h5"), flat, value);
  }
}
