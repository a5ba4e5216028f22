package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.spectral.Channel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(PerTestScope.class)
class ConditionsTest {
  private static final Inputs ALL =
      new Inputs(
          3,
          List.of(new Channel("kappa"), new Channel("f")),
          List.of(new Channel("nu"), new Channel("A")),
          new TimeSpec(2, 1.5, true));

  static Stream<String> models() {
    return SmallSpecs.names();
  }

  private static FieldShape shape(int dimension, Inputs inputs) {
    return SmallSpecs.shape(dimension).with(inputs);
  }

  private static Tensor noise(int seed, long... shape) {
    int count = 1;
    for (long n : shape) {
      count *= (int) n;
    }
    return Tensor.of(new Rng(seed).normals(count), shape).to(DType.FLOAT32);
  }

  private static Tensor states(FieldShape shape, int seed) {
    return noise(seed, shape.states(2));
  }

  private static Conditions all(FieldShape shape, int seed) {
    return new Conditions(
        noise(seed, shape.points().shape(2, 2)),
        noise(seed + 1, shape.points().shape(2, 2)),
        noise(seed + 2, 2, 2),
        noise(seed + 3, 2));
  }

  private static double change(Tensor a, Tensor b, int sample) {
    return a.select(0, sample).sub(b.select(0, sample)).abs().max().item();
  }

  @ParameterizedTest
  @MethodSource("models")
  void step_ofEveryModel_dependsOnEachConditionOfItsOwnSampleAlone(String model) {
    for (int dimension = 1; dimension <= 2; dimension++) {
      FieldShape shape = shape(dimension, ALL);
      try (Operator operator = Built.build(SmallSpecs.of(model, dimension), shape)) {
        Built.stir(operator, 0.2);
        Tensor u = states(shape, 1);
        Conditions given = all(shape, 2);
        Tensor before = operator.forward(u, given);
        Conditions other = all(shape, 9);
        List<Conditions> changed =
            List.of(
                given.withHistory(secondOf(given.history(), other.history())),
                given.withFields(secondOf(given.fields(), other.fields())),
                new Conditions(
                    given.history(),
                    given.fields(),
                    secondOf(given.parameters(), other.parameters()),
                    given.time()),
                new Conditions(
                    given.history(),
                    given.fields(),
                    given.parameters(),
                    secondOf(given.time(), other.time())));
        for (Conditions one : changed) {
          Tensor after = operator.forward(u, one);
          assertThat(change(before, after, 0)).as("%s, the first sample", model).isLessThan(1e-5);
          assertThat(change(before, after, 1)).as("%s, the second", model).isGreaterThan(1e-5);
        }
      }
    }
  }

  /** The first sample of one, the second of another. */
  private static Tensor secondOf(Tensor first, Tensor second) {
    return Tensor.cat(0, first.narrow(0, 0, 1), second.narrow(0, 1, 1));
  }

  @ParameterizedTest
  @MethodSource("models")
  void model_thatIsGivenNothing_hasTheParametersItAlwaysHad(String model) {
    OperatorSpec spec = SmallSpecs.of(model, 1);
    long plain = spec.parameterCount(SmallSpecs.shape(1));
    assertThat(spec.parameterCount(shape(1, Inputs.NONE))).isEqualTo(plain);
    assertThat(spec.parameterCount(shape(1, ALL))).isGreaterThan(plain);
  }

  @Test
  void fno_withConditions_hasOneColumnMoreForEachChannel() {
    OperatorSpec spec = SmallSpecs.fno(1);
    long plain = spec.parameterCount(SmallSpecs.shape(1));
    // Two earlier states, two fields, two parameters, sine and cosine of two harmonics.
    assertThat(spec.parameterCount(shape(1, ALL))).isEqualTo(plain + 4 * (2 + 2 + 2 + 4));
  }

  @Test
  void history_isShifted_theLatestFirst() {
    Tensor older = noise(1, 1, 1, 4);
    Tensor earlier = noise(2, 1, 1, 4);
    Tensor now = noise(3, 1, 1, 4);
    Tensor after = Conditions.ofHistory(Tensor.cat(1, earlier, older)).historyAfter(now);
    assertThat(after.toFloats()).containsExactly(Tensor.cat(1, now, earlier).toFloats());
  }

  @Test
  void step_withoutWhatItNeeds_saysWhatIsMissing() {
    FieldShape shape = shape(1, ALL);
    try (Operator operator = Built.build(SmallSpecs.fno(1), shape)) {
      Tensor u = states(shape, 1);
      Conditions all = all(shape, 2);
      refused(operator, u, Conditions.NONE, "the parameters nu, A of each of the 2 states");
      refused(operator, u, all.withFields(null), "the fields kappa, f of each of the 2 states");
      refused(operator, u, all.withHistory(null), "2 states before the present one");
      refused(
          operator,
          u,
          new Conditions(all.history(), all.fields(), all.parameters(), null),
          "the time of each of the 2 states");
    }
  }

  private static void refused(Operator operator, Tensor u, Conditions given, String message) {
    assertThatThrownBy(() -> operator.forward(u, given))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }

  @Test
  void gate_withConditions_followsTheParameter() {
    FieldShape shape = shape(1, Inputs.ofParameters("nu"));
    GateSpec seeing = GateSpec.DEFAULT.withConditions(true).withStandardise(true);
    try (TfSno net = (TfSno) Built.build(SmallSpecs.tfSno(1).withGate(seeing), shape)) {
      Built.stir(net, 0.2);
      Tensor u = states(shape, 1).narrow(0, 0, 1).expand(shape.states(2)).contiguous();
      Conditions given = Conditions.ofParameters(Tensor.of(new float[] {-1, 1}, 2, 1));
      net.calibrate(states(shape, 3), given, 0);
      Tensor first = net.gates(u, given).get(0).delta();
      Tensor same =
          net.gates(u, Conditions.ofParameters(Tensor.of(new float[] {1, 1}, 2, 1))).get(0).delta();
      assertThat(change(same.narrow(0, 0, 1), same.narrow(0, 1, 1), 0)).isLessThan(1e-6);
      assertThat(change(first.narrow(0, 0, 1), first.narrow(0, 1, 1), 0)).isGreaterThan(1e-4);
    }
  }

  @Test
  void gate_withConditionsOfNoParameters_isRefused() {
    assertThatThrownBy(
            () ->
                SmallSpecs.tfSno(1)
                    .withGate(GateSpec.DEFAULT.withConditions(true))
                    .check(SmallSpecs.shape(1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("model.gate.conditions");
  }

  @Test
  void rollout_keepsHistoryAndTime() {
    FieldShape shape = new FieldShape(1, 4, 1, 1).with(Inputs.ofHistory(3));
    // Each state is the sum of the last three plus the time, so a fourth of each is known by hand.
    Rollout.Step step =
        (u, given) ->
            u.add(given.history().narrow(1, 0, 1))
                .add(given.history().narrow(1, 1, 1))
                .add(given.time().view(1, 1, 1).expand(1, 1, 4));
    Rollout.Needs needs = new Rollout.Needs(shape.inputs(), true, 0.5);
    try (Rollout rollout = new Rollout(step, needs, null, Device.CPU, 1, 1, 4)) {
      Tensor history = Tensor.of(new float[] {2, 2, 2, 2, 1, 1, 1, 1}, 1, 2, 4);
      rollout.start(
          Tensor.of(new float[] {3, 3, 3, 3}, 1, 1, 4),
          new Conditions(history, null, null, Tensor.of(new float[] {10}, 1)));
      rollout.step();
      assertThat(rollout.state().toFloats()).containsOnly(3 + 2 + 1 + 10);
      rollout.step();
      assertThat(rollout.state().toFloats()).containsOnly(16 + 3 + 2 + 10.5f);
      rollout.step();
      assertThat(rollout.state().toFloats()).containsOnly(31.5f + 16 + 3 + 11);
    }
  }
}
