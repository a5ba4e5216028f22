package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of the samples were taken with h5py. */
class TrajectoryFileTest {
  @TempDir Path folder;

  @Test
  void burgersSample_chunked_hasItsValues() {
    try (TrajectoryFile file = open("pdebench_1d_burgers_sample.hdf5")) {
      assertThat(file.groups()).containsExactly("");
      TrajectorySet set = file.set("");
      assertThat(set.layout()).isEqualTo(TrajectoryLayout.FLAT);
      assertThat(set.trajectories()).isEqualTo(6);
      assertThat(set.steps()).isEqualTo(21);
      assertThat(set.channelNames()).containsExactly("u");
      assertThat(set.grid().points().toArray()).containsExactly(256);
      assertThat(set.grid().lengths()[0]).isCloseTo(1, within(1e-7));
      assertThat(set.times()).hasSize(21); // of the 22 in the file
      assertThat(set.times()[20]).isEqualTo(1);
      assertThat(set.dt()).isCloseTo(0.05, within(1e-9));
      assertThat(set.attributes()).containsOnlyKeys("Nu").containsEntry("Nu", 0.01);

      float[] all = set.read(0, 6, 0, 21);
      assertThat(all[0]).isEqualTo(-0.16207917f);
      assertThat(all[20 * 256 + 128]).isEqualTo(0.18467233f);
      assertThat(all[(3 * 21 + 10) * 256 + 77]).isEqualTo(0.0101594f);
      assertThat(all[all.length - 1]).isEqualTo(-0.30792746f);
      assertThat(sumOfSquares(all)).isCloseTo(4214.265315714395, within(1e-8));
      float[] slice = set.read(3, 2, 10, 4);
      assertThat(slice).hasSize(2 * 4 * 256);
      assertThat(Arrays.copyOf(slice, 4 * 256))
          .isEqualTo(Arrays.copyOfRange(all, (3 * 21 + 10) * 256, (3 * 21 + 14) * 256));
    }
  }

  @Test
  void burgersSample_contiguous_equalsTheChunkedOne() {
    try (TrajectoryFile chunked = open("pdebench_1d_burgers_sample.hdf5");
        TrajectoryFile contiguous = open("pdebench_1d_burgers_contiguous_sample.hdf5")) {
      TrajectorySet set = contiguous.set("");
      assertThat(set.trajectories()).isEqualTo(2);
      assertThat(set.read(0, 2, 0, 21)).isEqualTo(chunked.set("").read(0, 2, 0, 21));
      assertThat(set.read(1, 1, 5, 3)).isEqualTo(chunked.set("").read(1, 1, 5, 3));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pdebench_2d_diff_react_sample.hdf5", "pdebench_2d_diff_react_lzf_sample.h5"})
  void diffusionReactionSample_eachCompression_hasItsValues(String name) {
    try (TrajectoryFile file = open(name)) {
      TrajectorySet set = file.set("");
      assertThat(set.layout()).isEqualTo(TrajectoryLayout.GROUPED);
      assertThat(set.trajectories()).isEqualTo(3);
      assertThat(set.channelNames()).containsExactly("u", "v");
      assertThat(set.grid().points().toArray()).containsExactly(24, 24);
      assertThat(set.grid().lengths()).containsExactly(new double[] {2, 2}, within(1e-6));
      assertThat(set.times()).containsExactly(0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5);
      assertThat(set.dt()).isEqualTo(0.5);
      assertThat((String) set.attributes().get("config")).startsWith("sim:\n  Du: 0.001");

      float[] all = set.read(0, 3, 0, 11); // [b, t, c, x, y]
      assertThat(all[0]).isEqualTo(0.12573022f);
      assertThat(all[(10 * 2 * 24 + 12) * 24 + 5]).isEqualTo(0.4428923f);
      assertThat(all[(((11 + 5) * 2 + 1) * 24 + 23) * 24]).isEqualTo(-0.48537466f);
      assertThat(all[all.length - 1]).isEqualTo(-0.1363005f);
      assertThat(sumOfSquares(all)).isCloseTo(8437.599732079894, within(1e-8));
      int snapshot = 2 * 24 * 24;
      assertThat(set.read(1, 1, 5, 3)) // across the border between two chunks
          .isEqualTo(Arrays.copyOfRange(all, 16 * snapshot, 19 * snapshot));
    }
  }

  @Test
  void incompressibleSample_joinsVelocityAndParticles() {
    try (TrajectoryFile file = open("pdebench_ns_incom_sample.h5")) {
      TrajectorySet set = file.set("");
      assertThat(set.layout()).isEqualTo(TrajectoryLayout.INCOMPRESSIBLE_FLOW);
      assertThat(set.channelNames()).containsExactly("Vx", "Vy", "particles");
      assertThat(set.times()).containsExactly(0, 2, 4, 6, 8, 10);
      assertThat(set.grid().lengths()).containsExactly(1, 1);
      assertThat(set.attributes()).containsEntry("latestIndex", 5L).containsKey("config");

      float[] all = set.read(0, 1, 0, 6);
      int plane = 32 * 32;
      assertThat(all[0]).isEqualTo(-0.03267261f);
      assertThat(all[(5 * 3 + 1) * plane + 16 * 32 + 7]).isEqualTo(-0.056104686f);
      double velocity = 0;
      for (int t = 0; t < 6; t++) {
        velocity += sumOfSquares(Arrays.copyOfRange(all, 3 * t * plane, (3 * t + 2) * plane));
      }
      assertThat(velocity).isCloseTo(18.147519704818933, within(1e-9));
    }
  }

  @Test
  void compressibleFlow_inTwoDimensions_hasAChannelPerDataSet() {
    Hdf5Plan plan = new Hdf5Plan().attribute("eta", 0.1).attribute("M", 1.0);
    for (String name : new String[] {"density", "pressure", "Vx", "Vy"}) {
      plan.dataset(name, FloatType.FLOAT32, 2, 3, 4, 5);
    }
    plan.dataset("x-coordinate", FloatType.FLOAT32, 4)
        .dataset("y-coordinate", FloatType.FLOAT32, 5);
    plan.dataset("t-coordinate", FloatType.FLOAT32, 4);
    try (TrajectoryFile file = TrajectoryFile.open(make(plan.attribute("boundary", "periodic")))) {
      TrajectorySet set = file.set("");
      assertThat(set.layout()).isEqualTo(TrajectoryLayout.COMPRESSIBLE_FLOW);
      assertThat(set.channelNames()).containsExactly("density", "pressure", "Vx", "Vy");
      assertThat(set.grid().points().toArray()).containsExactly(4, 5);
      assertThat(set.steps()).isEqualTo(3);
      float[] last = set.read(1, 1, 2, 1);
      for (int c = 0; c < 4; c++) {
        for (int p = 0; p < 20; p++) {
          assertThat(last[20 * c + p]).isEqualTo(100 + p);
        }
      }
    }
  }

  @Test
  void ownFile_withTrainAndTest_offersBothAndSharesAttributes() {
    Hdf5Plan plan = new Hdf5Plan().attribute("benchmark", "E1").attribute("nu", 1.0);
    double exact = 1 + 1e-7; // the coordinates only know it to float32
    TrajectoryFiles.flat(plan.group("test"), false, 2, 3, 4).attribute("nu", 2.0);
    TrajectoryFiles.flat(plan.group("train"), false, 5, 3, 4).attribute("L", exact);
    plan.group("notes").attribute("by", "hand");
    try (TrajectoryFile file = TrajectoryFile.open(make(plan))) {
      assertThat(file.groups()).containsExactly("train", "test");
      assertThat(file.set("train").trajectories()).isEqualTo(5);
      assertThat(file.set("train").grid().lengths()).containsExactly(exact);
      assertThat(file.set("test").grid().lengths()).containsExactly(1);
      assertThat(file.set("test").attributes())
          .containsEntry("nu", 2.0)
          .containsEntry("benchmark", "E1");
      assertThatThrownBy(() -> file.set("trian"))
          .hasMessageStartingWith(folder.toString())
          .hasMessageContaining("unknown set 'trian': did you mean 'train'? Known: train, test.");
      assertThatThrownBy(() -> file.set("")).hasMessageContaining("found train, test. Name one");
    }
  }

  @Test
  void tensorOfFourAxes_isTwoDimensionalOnlyWithYCoordinate() {
    try (TrajectoryFile file =
        TrajectoryFile.open(make(TrajectoryFiles.flat(new Hdf5Plan(), true, 2, 3, 4, 2)))) {
      assertThat(file.set("").grid().points().toArray()).containsExactly(4, 2);
      assertThat(file.set("").channels()).isEqualTo(1);
      assertThat(file.set("").read(0, 1, 1, 1)).containsExactly(8, 9, 10, 11, 12, 13, 14, 15);
    }
    Hdf5Plan plan = TrajectoryFiles.flat(new Hdf5Plan(), false, 2, 3, 4, 2);
    try (TrajectoryFile file = TrajectoryFile.open(make(plan.attribute("field", "h, q")))) {
      assertThat(file.set("").grid().points().toArray()).containsExactly(4);
      assertThat(file.set("").channelNames()).containsExactly("h", "q");
      assertThat(file.set("").read(0, 1, 1, 1)).containsExactly(8, 10, 12, 14, 9, 11, 13, 15);
    }
  }

  @Test
  void tensorOfFiveAxes_hasItsChannelsLast() {
    try (TrajectoryFile file =
        TrajectoryFile.open(make(TrajectoryFiles.flat(new Hdf5Plan(), true, 1, 2, 2, 2, 3)))) {
      assertThat(file.set("").channelNames()).containsExactly("u0", "u1", "u2");
      assertThat(file.set("").read(0, 1, 0, 1))
          .containsExactly(0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11);
    }
  }

  @Test
  void read_outsideTheSet_isRefused() {
    try (TrajectoryFile file = open("pdebench_1d_burgers_contiguous_sample.hdf5")) {
      TrajectorySet set = file.set("");
      assertThatThrownBy(() -> set.read(1, 2, 0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> set.read(0, 1, 20, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  private Path make(Hdf5Plan plan) {
    return TrajectoryFiles.make(folder.resolve("a.h5"), plan);
  }

  private static TrajectoryFile open(String sample) {
    return TrajectoryFile.open(TrajectoryFiles.sample(sample));
  }

  private static double sumOfSquares(float[] values) {
    double sum = 0;
    for (float v : values) {
      sum += (double) v * v;
    }
    return sum;
  }
}
