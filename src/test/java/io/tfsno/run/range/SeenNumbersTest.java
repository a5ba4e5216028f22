package io.tfsno.run.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.run.ModelCard;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TinyRuns;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models write down between which values the numbers of their training trajectories lie. */
@ExtendWith(PerTestScope.class)
class SeenNumbersTest {
  /** Sums over many trajectories at once are rounded elsewhere: float32, numbers of up to 24. */
  private static final Offset<Double> ROUNDING = within(1e-4);

  private static final int USED = 80; // more than are looked at together

  @TempDir private Path folder;

  @Test
  void parameters_haveTheRangeOfTheTrainingTrajectories_inTheOrderOfTheModel() {
    Path run = folder.resolve("run");
    TinyRuns.train(
        run,
        """
        model: {name: fno, width: 4, modes: 4, layers: 1, head: 4, conditions: [A, nu]}
        training: {epochs: 1, batch: 2}
        validation: {trajectories: 1, horizon: 2}
        """,
        Conditioned.data(folder.resolve("mine.h5")));
    ModelCard card = ModelCard.read(run);
    List<Band> bands = card.range().parameters();
    int last = Conditioned.TRAJECTORIES - 2; // the last one validates
    for (int i = 0; i < bands.size(); i++) {
      boolean nu = card.shape().inputs().parameters().get(i).name().equals("nu");
      assertThat(bands.get(i))
          .isEqualTo(nu ? new Band(Conditioned.nu(0), Conditioned.nu(last)) : new Band(0, last));
    }
    assertThat(bands).hasSize(2);
    assertThat(card.range().context()).isEmpty();
    assertThat(card.range().hidden()).isEmpty();
    assertThat(card.range().burnIn()).isNull();
  }

  @Test
  void parametersThatAModelIsNotGiven_areHiddenFromIt() {
    Path run = folder.resolve("run");
    TinyRuns.train(
        run,
        """
        model: {name: fno, width: 4, modes: 4, layers: 1, head: 4, conditions: [A]}
        training: {epochs: 1, batch: 2}
        validation: {trajectories: 1, horizon: 2}
        """,
        Conditioned.data(folder.resolve("mine.h5")));
    TrainingRange range = ModelCard.read(run).range();
    int last = Conditioned.TRAJECTORIES - 2; // the last one validates
    assertThat(range.parameters()).containsExactly(new Band(0, last));
    assertThat(range.hidden())
        .isEqualTo(Map.of("nu", new Band(Conditioned.nu(0), Conditioned.nu(last))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsObserved_hasTheRangeOfTheTrajectoriesOneByOne(boolean streamed) {
    Path data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), USED + 2, 6, 32);
    Path run = folder.resolve("run");
    TinyRuns.train(
        run,
        """
        data: {stream: %s}
        model:
          {name: fno, width: 4, modes: 4, layers: 1, head: 4,
           context: {states: 3, to: channels, features: [ratios, power, law]}}
        training: {epochs: 1, batch: 20}
        validation: {trajectories: 2, horizon: 1}
        """
            .formatted(streamed),
        data);
    try (TrainedModel model = TrainedModel.load(run, Device.CPU);
        TrajectoryFile file = TrajectoryFile.open(data)) {
      double[][] numbers = new double[USED][];
      for (int i = 0; i < USED; i++) {
        int trajectory = i;
        List<Tensor> first =
            IntStream.range(0, 3)
                .mapToObj(step -> file.set("").fields(trajectory, 1, step))
                .toList();
        numbers[i] = model.observe(first).toDoubles();
      }
      List<Band> bands = model.card().range().context();
      assertThat(bands).hasSize(numbers[0].length);
      for (int n = 0; n < bands.size(); n++) {
        int number = n;
        DoubleSummaryStatistics alone =
            Arrays.stream(numbers).mapToDouble(of -> of[number]).summaryStatistics();
        assertThat(bands.get(n).low()).isCloseTo(alone.getMin(), ROUNDING);
        assertThat(bands.get(n).high()).isCloseTo(alone.getMax(), ROUNDING);
      }
      assertThat(bands).anyMatch(band -> band.low() < band.high());
    }
  }
}
