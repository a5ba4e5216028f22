package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameter;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.context.CodeSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Looks into what models remember of trajectories. */
@ExtendWith(PerTestScope.class)
class MemoryTest {
  private static final int STATES = 3;
  private static final ContextSpec GATE = ContextSpec.defaults().withStates(STATES);
  private static final Set<Integer> STEPS = Set.of(0, 2);

  @TempDir private Path folder;
  private TrajectoryFile file;
  private TrajectorySet set;

  @BeforeEach
  void open() {
    file = TrajectoryFile.open(Conditioned.data(folder.resolve("in.h5")));
    set = file.set("");
  }

  @AfterEach
  void close() {
    file.close();
  }

  private TrainedModel model(Inputs inputs) {
    return model("tfsno", inputs);
  }

  private TrainedModel model(String kind, Inputs inputs) {
    Path run = Conditioned.model(folder, "m", kind, inputs, "", Conditioned.DT);
    return TrainedModel.load(run, Device.CPU);
  }

  private static List<Tensor> first(TrajectorySet truth, int trajectory) {
    return IntStream.range(0, STATES).mapToObj(t -> truth.fields(trajectory, 1, t)).toList();
  }

  private static void setState(TrainedModel model, String name, Tensor values) {
    try (Autograd.Mode off = Autograd.off()) {
      for (Parameter p : model.operator().parameters().stateEntries()) {
        if (p.name().equals(name)) {
          p.tensor().copyInPlace(values);
        }
      }
    }
  }

  @Test
  void drift_isTheDistanceOfAStepAsAVelocity() {
    try (TrainedModel model = model(Inputs.ofContext(GATE).drifting())) {
      int known = GATE.numbers(1);
      double[] r = IntStream.range(0, known).mapToDouble(i -> 0.01 * (i - 3)).toArray();
      double bias = model.operator().parameters().get("drift.bias").item();
      try (Autograd.Mode off = Autograd.off()) {
        Tensor weight = model.operator().parameters().get("drift.weight");
        weight.copyInPlace(Tensor.of(r, 1, known).to(DType.FLOAT32));
      }
      MemoryStudy study = MemoryStudy.of(model, set, 10).orElseThrow();
      assertThat(study.drifts()).hasSize(1);
      MemoryStudy.Velocity along = study.drifts().get(0);
      double length = set.grid().axis(0).length();
      for (int t = 0; t < Conditioned.TRAJECTORIES; t++) {
        double distance = 0;
        for (int i = 0; i < known; i++) {
          distance += r[i] * study.codes()[t][i];
        }
        distance += bias;
        double velocity = distance / (2 * Math.PI) * length / Conditioned.DT;
        assertThat(along.values()[t]).isCloseTo(velocity, within(1e-4 * Math.abs(velocity)));
      }
    }
    try (TrainedModel model = model(Inputs.ofContext(GATE))) {
      assertThat(MemoryStudy.of(model, set, 10).orElseThrow().drifts()).isEmpty();
    }
  }

  @Test
  void code_isWhatTheEncoderGives_standardised() {
    try (TrainedModel model = model(Inputs.ofContext(GATE))) {
      Tensor observed = model.observe(first(set, 1));
      long count = observed.count();
      Tensor shift =
          Tensor.of(IntStream.range(0, (int) count).mapToDouble(i -> i).toArray(), count);
      setState(model, "context.shift", shift);
      setState(model, "context.scale", shift.add(2));
      double[] code = MemoryTrace.along(model, set, 1, STEPS).code();
      double[] numbers = observed.toDoubles();
      for (int i = 0; i < code.length; i++) {
        assertThat(code[i]).isCloseTo((numbers[i] - i) / (i + 2), within(1e-5));
      }
      MemoryStudy study = MemoryStudy.of(model, set, 10).orElseThrow();
      assertThat(study.codes()).hasDimensions(Conditioned.TRAJECTORIES, code.length);
      assertThat(study.codes()[1]).containsExactly(code, within(1e-6));
      assertThat(study.numbers()).hasSize(code.length);
    }
  }

  @Test
  void code_dependsOnTheFirstStatesAlone() {
    Path other = folder.resolve("other.h5");
    SyntheticSets.write(
        other,
        SyntheticSets.flat(2, 6, 1, 1, Conditioned.POINTS),
        (b, t, c, cell) ->
            t < STATES ? Conditioned.u(1, t)[cell] : (1 + b) * Math.cos(0.4 * cell * (t + b)));
    try (TrainedModel model = model(Inputs.ofContext(GATE));
        TrajectoryFile late = TrajectoryFile.open(other)) {
      double[][] codes = MemoryStudy.of(model, late.setOrFirst("test"), 2).orElseThrow().codes();
      assertThat(codes[0]).containsExactly(codes[1], within(1e-6));
      double[] same = MemoryTrace.along(model, set, 1, STEPS).code();
      assertThat(codes[0]).containsExactly(same, within(1e-4));
      assertThat(MemoryTrace.along(model, set, 2, STEPS).code()).isNotEqualTo(same);
    }
  }

  @Test
  void gains_withTheCode_areThoseOfTheRollout() {
    try (TrainedModel model = model(Inputs.ofContext(GATE))) {
      List<GainMap> expected = GainMap.along(model, set, 1, 2);
      MemoryTrace trace = MemoryTrace.along(model, set, 1, STEPS);
      assertThat(trace.steps()).containsExactly(0, 2);
      assertThat(trace.blocks()).hasSize(expected.size());
      for (int b = 0; b < expected.size(); b++) {
        double[][] own = trace.blocks().get(b).own();
        assertThat(own[0]).containsExactly(expected.get(b).gain()[0], within(1e-6));
        assertThat(own[1]).containsExactly(expected.get(b).gain()[2], within(1e-6));
        assertThat(trace.blocks().get(b).effect(1)).isGreaterThan(1e-4);
      }
    }
  }

  @Test
  void gains_ofATrajectoryWithTheMeanCode_areThoseOfTheMeanCode() {
    ContextSpec learnt = GATE.withLearnt(new CodeSpec(List.of(5), 2));
    for (ContextSpec spec : List.of(GATE, learnt, GATE.to(ContextSpec.Use.CHANNELS))) {
      try (TrainedModel model = model(Inputs.ofContext(spec))) {
        setState(model, "context.shift", model.observe(first(set, 1)).view(-1));
        for (MemoryTrace.Block block : MemoryTrace.along(model, set, 1, STEPS).blocks()) {
          assertThat(block.effect(0)).isLessThan(1e-6);
          assertThat(block.effect(1)).isLessThan(1e-6);
        }
        assertThat(MemoryTrace.along(model, set, 0, STEPS).blocks().get(0).effect(0)).isPositive();
      }
    }
  }

  /** Weights of MetaNet that look at the code are the last columns of its first layer. */
  @Test
  void gains_ofGatesThatDoNotLookAtTheCode_agree() {
    try (TrainedModel model = model(Inputs.ofContext(GATE));
        Autograd.Mode off = Autograd.off()) {
      int code = GATE.code(1);
      for (int b = 0; b < 3; b++) {
        Tensor weight =
            model.operator().parameters().get("blocks.%d.gate.metanet.0.weight".formatted(b));
        weight.narrow(1, weight.size(1) - code, code).zeroInPlace();
      }
      for (MemoryTrace.Block block : MemoryTrace.along(model, set, 2, STEPS).blocks()) {
        assertThat(block.own()[1]).isEqualTo(block.mean()[1]);
      }
    }
  }

  @Test
  void hidden_isWhatTheModelIsNotGiven() {
    try (TrainedModel model = model(Inputs.ofContext(GATE))) {
      MemoryStudy study = MemoryStudy.of(model, set, 10).orElseThrow();
      assertThat(study.hidden())
          .extracting(h -> h.channel().name())
          .containsExactlyInAnyOrder("nu", "A", "phase");
      MemoryStudy.Hidden a = study.hidden().get(0);
      assertThat(a.lowest()).isZero();
      assertThat(a.highest()).isEqualTo(2);
      int best = a.best().orElseThrow();
      double[] column = IntStream.range(0, 3).mapToDouble(i -> study.codes()[i][best]).toArray();
      assertThat(a.correlation()[best])
          .isEqualTo(Correlation.pearson(a.values(), column))
          .satisfies(r -> assertThat(Math.abs(r)).isGreaterThan(0.99));
    }
    Inputs told =
        new Inputs(1, List.of(), List.of(Conditioned.ALL.parameters().get(0)), null, GATE);
    try (TrainedModel model = model(told)) {
      assertThat(MemoryStudy.of(model, set, 2).orElseThrow().hidden())
          .extracting(h -> h.channel().name())
          .containsExactlyInAnyOrder("A", "phase");
    }
  }

  @Test
  void models_withoutGatesOrMemory_haveWhatTheyHave() {
    try (TrainedModel fno = model("fno", Inputs.ofContext(GATE.to(ContextSpec.Use.CHANNELS)))) {
      MemoryTrace trace = MemoryTrace.along(fno, set, 0, STEPS);
      assertThat(trace.blocks()).isEmpty();
      assertThat(trace.code()).hasSize(GATE.code(1));
    }
    try (TrainedModel none = model(Inputs.ofContext(GATE.to(ContextSpec.Use.NONE)))) {
      assertThat(MemoryStudy.of(none, set, 10)).isEmpty();
    }
  }
}
