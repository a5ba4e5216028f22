package io.tfsno.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Threads;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.train.TinyRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainedModelThreadsTest {
  private static final int THREADS = 6;

  /** Side by side, and in turns because its bounds are estimates of its own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{name: fno, width: 8, modes: 4, layers: 2, head: 8}",
        "{name: tfsno, widths: [4, 4], modes: [4, 2], contraction: {spectralBound: 0.9,"
            + " pointwiseBound: 0.9, alphaMax: 0.5}}"
      })
  void rollouts_ofManyThreads_areThoseOfOne(String model) throws Exception {
    OperatorSpec spec = TinyRuns.config("model: " + model).model().in(1, "test");
    int before = Threads.perOperation();
    Threads.perOperation(1);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (TrainedModel trained = TinyRuns.untrained(spec, new FieldShape(1, 32, 1, 1))) {
      List<Future<float[][]>> answers = new ArrayList<>();
      for (int i = 0; i < 4 * THREADS; i++) {
        float[] start = wave(i);
        answers.add(
            threads.submit(
                () -> {
                  Threads.perOperation(1);
                  return trained.rollout(start, 8);
                }));
      }
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get()).isDeepEqualTo(trained.rollout(wave(i), 8));
      }
    } finally {
      threads.shutdown();
      Threads.perOperation(before);
    }
  }

  private static float[] wave(int number) {
    float[] u = new float[32];
    for (int i = 0; i < u.length; i++) {
      u[i] = (float) Math.sin(2 * Math.PI * i / u.length + number);
    }
    return u;
  }
}
