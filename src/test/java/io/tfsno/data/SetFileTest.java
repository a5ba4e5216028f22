package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetFileTest {
  @TempDir Path folder;

  private static final SyntheticSets.Value LABEL =
      (b, t, c, i) -> 10_000 * b + 1_000 * t + 100 * c + i;

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "1, 2", "3, 2"})
  void hdf5_writtenStepByStep_readsBack(int channels, int dimension) {
    FlatSet flat = SyntheticSets.flat(3, 4, channels, dimension, 6);
    Path path = SyntheticSets.write(folder.resolve("a.h5"), flat, LABEL);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      TrajectorySet set = file.set("");
      assertThat(set.trajectories()).isEqualTo(3);
      assertThat(set.steps()).isEqualTo(4);
      assertThat(set.dt()).isEqualTo(0.1);
      assertThat(set.fields()).isEqualTo(flat.fields());
      assertThat(set.attributes()).containsEntry("equation", "made-up");
      assertThat(set.read(0, 3, 0, 4)).containsExactly(expected(flat));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "1, 2", "3, 2"})
  void npy_writtenStepByStep_readsBack(int channels, int dimension) {
    FlatSet flat = SyntheticSets.flat(3, 4, channels, dimension, 6);
    NpyArray array = Npy.read(SyntheticSets.write(folder.resolve("a.npy"), flat, LABEL));
    int[] shape = dimension == 1 ? new int[] {3, 4, channels, 6} : new int[] {3, 4, channels, 6, 6};
    assertThat(array.shape()).containsExactly(shape);
    assertThat(array.floats()).containsExactly(expected(flat));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.npy", "a.h5", "a.hdf5"})
  void file_notCompleted_leavesNothing(String name) throws IOException {
    FlatSet flat = SyntheticSets.flat(3, 4, 1, 1, 6);
    try (SetFile file = SetFile.create(folder.resolve(name), flat)) {
      file.write(0, SyntheticSets.snapshot(flat, 0, LABEL));
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.npy", "a.h5"})
  void olderFile_isReplacedOnlyOnCompletion(String name) throws IOException {
    Path path = Files.writeString(folder.resolve(name), "older");
    FlatSet flat = SyntheticSets.flat(1, 2, 1, 1, 4);
    SetFile.create(path, flat).close();
    assertThat(path).hasContent("older");
    SyntheticSets.write(path, flat, LABEL);
    assertThat(Files.size(path)).isGreaterThan(8 * 4L);
  }

  @Test
  void otherEnding_isRefused() {
    assertThatThrownBy(
            () -> SetFile.create(folder.resolve("a.csv"), SyntheticSets.flat(1, 2, 1, 1, 4)))
        .isInstanceOf(UserError.class)
        .hasMessage("expected an output file *.npy or *.h5, found 'a.csv'. Choose another name.");
  }

  /** In the order of a read: [trajectory, step, channel, cell]. */
  private static float[] expected(FlatSet set) {
    int channels = set.fields().size();
    int cells = set.snapshotSize() / channels;
    float[] values = new float[(int) set.trajectories() * set.steps() * set.snapshotSize()];
    for (int i = 0; i < values.length; i++) {
      int snapshot = i / set.snapshotSize();
      values[i] =
          (float)
              LABEL.at(
                  snapshot / set.steps(), snapshot % set.steps(), i / cells % channels, i % cells);
    }
    return values;
  }
}
