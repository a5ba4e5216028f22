package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.frame.Extras;
import io.tfsno.serve.frame.Frame;
import io.tfsno.serve.http.TimedOut;
import io.tfsno.serve.http.TooBusy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SharedModelTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private SharedModel model;

  @BeforeEach
  void load() throws IOException {
    model =
        SharedModel.load(
            SmallModels.folder().resolve("tiny-tfsno"), Execution.on(Device.CPU), 40, 1);
  }

  @AfterEach
  void close() {
    model.close();
  }

  private static float[] wave(int number) {
    float[] u = new float[256];
    for (int i = 0; i < u.length; i++) {
      u[i] = (float) (0.4 * Math.sin(2 * Math.PI * (1 + number % 5) * i / 256 + number));
    }
    return u;
  }

  @Test
  void rollouts_fromManyThreads_equalThoseOfTheModelAlone() throws Exception {
    List<Future<float[][]>> found = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      for (int i = 0; i < 32; i++) {
        int number = i;
        found.add(threads.submit(() -> model.rollout(wave(number), 5 + number)));
      }
      try (TrainedModel alone =
          TrainedModel.load(SmallModels.folder().resolve("tiny-tfsno"), Device.CPU)) {
        for (int i = 0; i < 32; i++) {
          float[][] expected = alone.rollout(wave(i), 5 + i);
          float[][] states = found.get(i).get();
          assertThat(states).hasDimensions(6 + i, 256);
          for (int s = 0; s < states.length; s++) {
            assertThat(states[s]).containsExactly(expected[s], within(2e-5f));
          }
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(model.pending()).isZero();
  }

  @Test
  void rollouts_thatWaitTogether_areSteppedTogether() throws InterruptedException {
    List<RolloutStream> streams = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      streams.add(model.open(wave(i), 40, Extras.NONE, MINUTE));
    }
    for (RolloutStream stream : streams) {
      readAll(stream);
    }
    assertThat(model.tally().steps()).isEqualTo(30 * 40);
    assertThat(model.tally().batched()).isGreaterThan(4 * model.tally().turns());
  }

  @Test
  void shortRollout_behindALongOne_isNotHeldUp() throws InterruptedException {
    try (RolloutStream longOne = model.open(wave(1), 100_000, Extras.NONE, MINUTE)) {
      Thread reader = new Thread(() -> readQuietly(longOne));
      reader.start();
      assertThat(model.rollout(wave(2), 5)).hasDimensions(6, 256);
      assertThat(model.pending()).isEqualTo(1);
      longOne.close();
      reader.join();
    }
  }

  @Test
  void reader_thatDoesNotRead_stopsTheComputation() throws InterruptedException {
    try (RolloutStream unread = model.open(wave(1), 100_000, Extras.NONE, MINUTE)) {
      var unused = model.rollout(wave(2), 200); // long enough for the other to fill its room
      long done = model.tally().steps() - 200;
      assertThat(done).isBetween(1L, (long) RolloutStream.ROOM + SharedModel.SLICE);
      int last = -1;
      for (int i = 0; i < 300; i++) { // and goes on when it is read
        Frame frame = unread.next();
        assertThat(frame.step()).isEqualTo(last + 1);
        last = frame.step();
      }
    }
    assertThat(model.pending()).isZero();
  }

  @Test
  void closedStream_givesItsPlaceBackAndEnds() throws InterruptedException {
    RolloutStream stream = model.open(wave(1), 100_000, Extras.NONE, MINUTE);
    var unused = stream.next();
    stream.close();
    assertThat(model.pending()).isZero();
    assertThat(model.rollout(wave(2), 20)).hasDimensions(21, 256);
    long steps = model.tally().steps();
    Thread.sleep(50);
    assertThat(model.tally().steps()).isEqualTo(steps);
    assertThatThrownBy(stream::next).isInstanceOf(CancellationException.class);
  }

  @Test
  void places_whenAllTaken_refuseMore() {
    List<RolloutStream> streams = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      streams.add(model.open(wave(i), 100_000, Extras.NONE, MINUTE));
    }
    assertThatThrownBy(() -> model.open(wave(0), 1, Extras.NONE, MINUTE))
        .isInstanceOf(TooBusy.class)
        .hasMessage(
            "expected at most 40 rollouts of one model at a time, found more. Try again shortly.");
    streams.forEach(RolloutStream::close);
    model.open(wave(0), 1, Extras.NONE, MINUTE).close();
  }

  @Test
  void rollout_withoutTime_timesOut() {
    RolloutStream stream = model.open(wave(1), 100_000, Extras.NONE, Duration.ofMillis(80));
    assertThatThrownBy(() -> readAll(stream))
        .isInstanceOf(TimedOut.class)
        .hasMessageContaining("expected 100000 steps within 0 s, found ");
    assertThat(model.pending()).isZero();
  }

  @Test
  void state_ofAnotherSize_isRefused() {
    assertThatThrownBy(() -> model.rollout(new float[100], 5))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "expected a state of 256 values (u on 256 points on a box of 1), found 100. Resample it"
                + " to the model's grid.");
    assertThat(model.pending()).isZero();
  }

  @Test
  void closing_whileRolloutsRun_endsThem() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<float[][]> running = thread.submit(() -> model.rollout(wave(1), 1_000_000));
    while (model.tally().steps() == 0) {
      Thread.sleep(1);
    }
    model.close();
    assertThatThrownBy(running::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(CancellationException.class);
    thread.shutdownNow();
    assertThatThrownBy(() -> model.rollout(wave(1), 1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void gains_ofEachState_areThoseOfTheGatesOnThatState() throws Exception {
    try (RolloutStream stream = model.open(wave(3), 20, new Extras(true, true, false), MINUTE);
        TrainedModel alone =
            TrainedModel.load(SmallModels.folder().resolve("tiny-tfsno"), Device.CPU)) {
      for (Frame f = stream.next(); f != null; f = stream.next()) {
        assertThat(f.gains()).hasNumberOfRows(5);
        try (Scope scope = new Scope()) {
          Tensor u = alone.card().normaliser().normalise(Tensor.of(f.values(), 1, 1, 256));
          double[] delta = ((TfSno) alone.operator()).gates(u).get(2).delta().mean(1).toDoubles();
          for (int k = 0; k < delta.length; k++) { // in 1D a shell is a mode
            assertThat(f.gains()[2][k]).isCloseTo(1 + delta[k], within(1e-5));
          }
        }
      }
    }
  }

  @Test
  void spectrum_addsUpToTheMeanSquare() throws InterruptedException {
    try (RolloutStream stream = model.open(wave(3), 4, new Extras(true, false, false), MINUTE)) {
      for (Frame f = stream.next(); f != null; f = stream.next()) {
        double square = 0;
        for (float v : f.values()) {
          square += v * v / 256.0;
        }
        assertThat(Arrays.stream(f.spectrum()).sum()).isCloseTo(square, within(1e-6));
        assertThat(f.gains()).isNull();
      }
    }
  }

  private static void readAll(RolloutStream stream) throws InterruptedException {
    while (stream.next() != null) {
      // only its end matters
    }
  }

  private static void readQuietly(RolloutStream stream) {
    try {
      readAll(stream);
    } catch (CancellationException | InterruptedException e) {
      // closed by the test
    }
  }
}
