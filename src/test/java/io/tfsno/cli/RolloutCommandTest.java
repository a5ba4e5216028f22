package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.npy.Npy;
import io.tfsno.engine.Device;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.run.Given;
import io.tfsno.run.TrainedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions with conditions, from the command line. */
class RolloutCommandTest {
  private static final int STEPS = 4;

  @TempDir private Path folder;
  private Path out;

  @BeforeEach
  void name() {
    out = folder.resolve("p.h5");
  }

  private Cli.Result rollout(Path run, Path input, Object... more) {
    List<Object> words =
        new ArrayList<>(
            List.of("rollout", run, "--input", input, "--steps", STEPS, "--out", out, "--force"));
    words.addAll(List.of(more));
    return Cli.run(words.toArray());
  }

  private Path npy(String name, int[] shape, float[]... parts) {
    int size = parts[0].length;
    float[] all = new float[parts.length * size];
    for (int i = 0; i < parts.length; i++) {
      System.arraycopy(parts[i], 0, all, i * size, size);
    }
    Path file = folder.resolve(name);
    Npy.write(file, shape, all);
    return file;
  }

  /** The state of a trajectory after some steps, as stored. */
  private float[] stored(int trajectory, int step) {
    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      return file.set("").read(trajectory, 1, step, 1);
    }
  }

  private static Given given(int trajectory) {
    List<float[]> forcing = new ArrayList<>();
    for (int step = 1; step < Conditioned.STEPS; step++) {
      forcing.add(Conditioned.f(trajectory, step));
    }
    return Given.NOTHING
        .with("nu", Conditioned.nu(trajectory))
        .with("A", trajectory)
        .field("kappa", Conditioned.kappa(trajectory))
        .forcing("f", forcing)
        .after(List.of(Conditioned.u(trajectory, 0)))
        .at(Conditioned.DT + trajectory / 4.0);
  }

  @Test
  void prediction_fromASetWithConditions_isTheOneOfTheModelWithThem() {
    Path run = Conditioned.model(folder, "all", Conditioned.ALL);
    Cli.Result result = rollout(run, Conditioned.data(folder.resolve("in.h5")));
    assertThat(result.exit()).as(result.err()).isZero();
    try (TrainedModel model = TrainedModel.load(run, Device.CPU)) {
      for (int i = 0; i < Conditioned.TRAJECTORIES; i++) {
        float[][] expected = model.rollout(Conditioned.u(i, 1), STEPS, given(i));
        for (int step = 0; step <= STEPS; step++) {
          assertThat(stored(i, step)).containsExactly(expected[step], within(1e-5f));
        }
      }
    }
  }

  @Test
  void prediction_inHdf5_keepsTheConditionsItUsed() {
    Path run = Conditioned.model(folder, "all", Conditioned.ALL);
    Path data = Conditioned.data(folder.resolve("in.h5"));
    assertThat(rollout(run, data, "--parameter", "nu=0.5").exit()).isZero();
    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      TrajectorySet set = file.set("");
      assertThat(set.steps()).isEqualTo(STEPS + 1);
      assertThat(set.conditions().declared().names()).containsExactly("nu", "A", "kappa");
      assertThat(set.conditions().parameters(0, 3)).containsExactly(0.5, 0, 0.5, 1, 0.5, 2);
      assertThat(set.conditions().statics(1, 1)).isEqualTo(Conditioned.kappa(1));
      assertThat(set.conditions().phases(0, 3))
          .containsExactly(new double[] {0.1, 0.35, 0.6}, within(1e-6));
    }
  }

  @Test
  void prediction_fromArraysAndFlags_isThatFromTheSet() {
    Path run = Conditioned.model(folder, "all", Conditioned.ALL);
    assertThat(rollout(run, Conditioned.data(folder.resolve("in.h5"))).exit()).isZero();
    float[] fromSet = stored(1, STEPS);
    int n = Conditioned.POINTS;
    Path u = npy("u.npy", new int[] {1, 2, 1, n}, Conditioned.u(1, 0), Conditioned.u(1, 1));
    Path kappa = npy("kappa.npy", new int[] {1, n}, Conditioned.kappa(1));
    float[][] forcing = new float[STEPS][];
    for (int i = 0; i < STEPS; i++) {
      forcing[i] = Conditioned.f(1, 1 + i);
    }
    Path f = npy("f.npy", new int[] {1, STEPS, n}, forcing);
    Object[] flags = {
      "--parameter",
      "nu=0.11",
      "--parameter",
      "A=1",
      "--field",
      "kappa=" + kappa,
      "--field",
      "f=" + f,
      "--time",
      "0.35"
    };
    Cli.Result result = rollout(run, u, flags);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(stored(0, STEPS)).containsExactly(fromSet, within(1e-5f));
    Cli.Result longer =
        Cli.run(
            concat(
                List.of(
                    "rollout", run, "--input", u, "--steps", 5, "--out", folder.resolve("l.h5")),
                flags));
    assertThat(longer.err())
        .contains(
            "expected the field f for each of 5 steps, found 4 steps. Give more, or predict fewer"
                + " steps.");
    assertThat(longer.exit()).isEqualTo(2);
    assertThat(folder.resolve("l.h5")).doesNotExist();
  }

  private static Object[] concat(List<Object> first, Object[] second) {
    List<Object> all = new ArrayList<>(first);
    all.addAll(List.of(second));
    return all.toArray();
  }

  @Test
  void parameter_withAValueForEachField_reachesItsField() {
    Path run = Conditioned.model(folder, "nu", Inputs.ofParameters("nu"));
    Path u =
        npy(
            "u.npy",
            new int[] {2, 1, Conditioned.POINTS},
            Conditioned.u(0, 0),
            Conditioned.u(0, 0));
    assertThat(rollout(run, u, "--parameter", "nu=0.1,0.2").exit()).isZero();
    float[] second = stored(1, STEPS);
    assertThat(stored(0, STEPS)).isNotEqualTo(second);
    assertThat(rollout(run, u, "--parameter", "nu=0.2").exit()).isZero();
    assertThat(stored(0, STEPS)).containsExactly(second, within(1e-6f));
    assertError(
        rollout(run, u, "--parameter", "nu=1,2,3"),
        "expected one value of nu, or one for each of 2 states, found 3 values.");
  }

  @Test
  void conditions_thatAreMissing_areNamedWithTheirFlag() {
    Path u = npy("u.npy", new int[] {1, 1, Conditioned.POINTS}, Conditioned.u(0, 0));
    Inputs fields =
        new Inputs(1, List.of(Conditioned.ALL.fields().get(0)), Conditioned.ALL.parameters(), null);
    Path run = Conditioned.model(folder, "some", fields);
    assertError(
        rollout(run, u),
        "expected the parameters nu, A, which the model was trained with, found none. Add"
            + " --parameter NAME=VALUE for each of them.");
    assertError(rollout(run, u, "--parameter", "A=1"), "found no nu. Add --parameter NAME=VALUE");
    assertError(
        rollout(run, u, "--parameter", "A=1", "--parameter", "nu=1"),
        "expected the field kappa, which the model was trained with, found none. Add --field"
            + " NAME=FILE.npy for each of them.");
    Path timed =
        Conditioned.model(
            folder, "timed", new Inputs(1, List.of(), List.of(), new TimeSpec(1, 1, true)));
    assertError(
        rollout(timed, u),
        "expected the time of the first state, found none. The law that this model learnt changes"
            + " with time: add --time T to say when to start.");
    assertThat(rollout(timed, u, "--time", "0.3").exit()).isZero();
    Path past = Conditioned.model(folder, "past", Inputs.ofHistory(3));
    assertError(
        rollout(past, u),
        "expected fields [batch, 3, 1, x] (a history of 3 states), found [1, 1, 32]. Save them in"
            + " that shape.");
  }

  @Test
  void context_isReadFromTheFirstStatesOfEitherKindOfFile() {
    Inputs inputs = Inputs.ofContext(ContextSpec.defaults().withStates(3));
    Path run = Conditioned.model(folder, "context", "tfsno", inputs, "made-up", Conditioned.DT);
    Path first =
        npy(
            "first.npy",
            new int[] {1, 3, 1, Conditioned.POINTS},
            Conditioned.u(0, 0),
            Conditioned.u(0, 1),
            Conditioned.u(0, 2));
    assertThat(rollout(run, first).exit()).isZero();
    assertThat(stored(0, 0)).containsExactly(Conditioned.u(0, 2));
    float[] last = stored(0, STEPS);
    assertThat(rollout(run, Conditioned.data(folder.resolve("set.h5"))).exit()).isZero();
    assertThat(stored(0, STEPS)).containsExactly(last, within(1e-5f));
    Path u = npy("u.npy", new int[] {1, 1, Conditioned.POINTS}, Conditioned.u(0, 0));
    assertError(
        rollout(run, u),
        "expected fields [batch, 3, 1, x] (a context of 3 states), found [1, 1, 32]. Save them in"
            + " that shape.");
  }

  @Test
  void elapsedTime_countsFromTheFirstStateOfEitherKindOfFile() {
    ContextSpec three = ContextSpec.defaults().withStates(3);
    Inputs inputs = new Inputs(1, List.of(), List.of(), new TimeSpec(1, 1, true, true), three);
    Path run = Conditioned.model(folder, "elapsed", "tfsno", inputs, "made-up", Conditioned.DT);
    float[][] first = {Conditioned.u(1, 0), Conditioned.u(1, 1), Conditioned.u(1, 2)};
    Path array = npy("first.npy", new int[] {1, 3, 1, Conditioned.POINTS}, first);
    Given after = Given.NOTHING.after(List.of(first[0], first[1]));
    try (TrainedModel model = TrainedModel.load(run, Device.CPU)) {
      float[] twoStepsOn = model.rollout(first[2], STEPS, after.at(2 * Conditioned.DT))[STEPS];
      assertThat(model.rollout(first[2], STEPS, after)[STEPS]).containsExactly(twoStepsOn);
      assertThat(model.rollout(first[2], STEPS, after.at(0))[STEPS]).isNotEqualTo(twoStepsOn);
      for (double later : new double[] {0, 0.3}) {
        Path set = Conditioned.data(folder.resolve("in" + later + ".h5"), later);
        assertThat(rollout(run, set).exit()).isZero();
        assertThat(stored(1, STEPS)).containsExactly(twoStepsOn, within(1e-5f));
      }
      assertThat(rollout(run, array).exit()).isZero();
      assertThat(stored(0, STEPS)).containsExactly(twoStepsOn, within(1e-5f));
    }
    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      assertThat(file.set("").conditions().declared().phase()).isFalse();
    }
  }

  @Test
  void conditions_thatAreWrong_areRefused() {
    Path u = npy("u.npy", new int[] {1, 1, Conditioned.POINTS}, Conditioned.u(0, 0));
    Path plain = Conditioned.model(folder, "plain", Inputs.NONE);
    Path run =
        Conditioned.model(
            folder,
            "kappa",
            new Inputs(1, List.of(Conditioned.ALL.fields().get(0)), List.of(), null));
    assertError(
        rollout(plain, u, "--parameter", "nu=1"),
        "expected no parameter, since the model takes none, found nu. Leave it out.");
    assertError(
        rollout(plain, u, "--parameter", "nu"),
        "expected NAME=VALUE, as in --parameter nu=0.01, found 'nu'.");
    assertError(
        rollout(plain, u, "--parameter", "nu=a"),
        "expected numbers after --parameter NAME=, found 'a'. Write 0.01, or 0.01,0.02 for two"
            + " fields.");
    assertError(
        rollout(run, u, "--field", "kapa=" + u),
        "unknown field 'kapa': did you mean 'kappa'? Known: kappa.");
    Path small = npy("small.npy", new int[] {1, 4}, new float[4]);
    assertError(
        rollout(run, u, "--field", "kappa=" + small),
        "small.npy: expected the field kappa as [1, 32], or [1, steps, 32] where it changes, found"
            + " [1, 4]. Save it in that shape.");
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void set_withAnotherInterval_isNoHistory() {
    Path run = Conditioned.model(folder, "past", "fno", Inputs.ofHistory(2), "", 0.2);
    Path data = Conditioned.data(folder.resolve("in.h5"));
    assertError(
        rollout(run, data),
        "in.h5: expected snapshots 0.200000 apart, one step of the model, found 0.100000. Start from a set"
            + " with that interval.");
    Path longer = Conditioned.model(folder, "long", Inputs.ofHistory(9));
    assertError(
        rollout(longer, data),
        "in.h5: expected 9 snapshots to start from, found 6. Start from a longer set.");
  }

  private static void assertError(Cli.Result result, String message) {
    assertThat(result.err()).contains(message);
    assertThat(result.exit()).isEqualTo(2);
  }
}
