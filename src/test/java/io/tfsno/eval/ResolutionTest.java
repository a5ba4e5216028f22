package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.ProgressListener;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.engine.PerTestScope;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operators;
import io.tfsno.operator.Traits;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Points;
import io.tfsno.train.TinyRuns;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every model on grids finer and coarser than its own: directly where its traits say that it can,
 * else by resampling, and the evaluation says which of the two it was.
 */
@ExtendWith(PerTestScope.class)
class ResolutionTest {
  @TempDir static Path folder;
  private static Path line;
  private static Path plane;

  @BeforeAll
  static void write() {
    line = SyntheticSets.fadingWaves(folder.resolve("line.h5"), 2, 3, points(1));
    int n = points(2);
    FlatSet flat = SyntheticSets.flat(1, 3, 1, 2, n);
    plane =
        SyntheticSets.write(
            folder.resolve("plane.h5"),
            flat,
            (b, t, c, cell) ->
                Math.cos(2 * Math.PI * (cell / n) / n)
                    + Math.sin(2 * Math.PI * (2.0 * (cell % n) / n - 0.05 * t)));
  }

  static Stream<Arguments> models() {
    return Operators.all().stream()
        .flatMap(m -> Stream.of(1, 2).map(dimension -> Arguments.of(m.name(), dimension)));
  }

  @ParameterizedTest(name = "{0} {1}D")
  @MethodSource("models")
  void evaluation_onAnotherGrid_isDirectWhereTheModelSaysSo_andNamesTheWay(
      String name, int dimension) {
    int own = points(dimension);
    Operators.Model entry = Operators.of(name);
    FieldShape shape = new FieldShape(dimension, own, 1, 1);
    try (TrainedModel model = TinyRuns.untrained(entry.defaults().apply(dimension), shape);
        TrajectoryFile file = TrajectoryFile.open(dimension == 1 ? line : plane)) {
      for (int asked : new int[] {own / 2, own - 2, own, own + own / 2, 2 * own}) {
        Evaluation e =
            new Evaluator(model, file.setOrFirst("test"), 2, asked).evaluate(ProgressListener.NONE);

        boolean direct = runsDirectly(entry.traits(), own, asked);
        assertThat(e.resolution()).isEqualTo(Points.cube(dimension, asked));
        assertThat(e.modelResolution())
            .as("on " + asked)
            .isEqualTo(Points.cube(dimension, direct ? asked : own));
        assertThat(e.protocol())
            .isEqualTo(
                direct
                    ? "run directly and scored on %s points".formatted(e.resolution())
                    : "run on its training grid of %s points, resampled to and scored on %s"
                        .formatted(Points.cube(dimension, own), Points.cube(dimension, asked)));
        assertThat(e.floor() == null).isEqualTo(direct);
        assertThat(e.scores().nonFinite()).isZero();
      }
    }
  }

  /** What the traits promise. */
  private static boolean runsDirectly(Traits traits, int own, int asked) {
    return switch (traits.grids()) {
      case ANY -> true;
      case DOUBLED -> asked == own || asked == 2 * own;
      case OWN -> asked == own;
    };
  }

  private static int points(int dimension) {
    return dimension == 1 ? 128 : 64;
  }
}
