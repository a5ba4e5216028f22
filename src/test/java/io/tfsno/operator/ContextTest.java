package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.context.CodeSpec;
import io.tfsno.operator.context.ContextFeature;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(PerTestScope.class)
class ContextTest {
  private static final int POINTS = 128;
  private static final int SAMPLES = 3;
  private static final ContextSpec GATE = ContextSpec.defaults().withStates(3);

  private static FieldShape shape(ContextSpec context) {
    return new FieldShape(1, POINTS, 1, 1).with(Inputs.ofContext(context));
  }

  private static Tensor states(long seed) {
    return Tensor.of(new Rng(seed).normals(SAMPLES * POINTS), SAMPLES, 1, POINTS).to(DType.FLOAT32);
  }

  private static Tensor observed(Operator operator, long seed) {
    int count = operator.shape().inputs().context().states();
    return operator.observe(IntStream.range(0, count).mapToObj(t -> states(seed + t)).toList());
  }

  private static Operator stirred(OperatorSpec spec, ContextSpec context) {
    Operator operator = spec.build(shape(context), Device.CPU, new Rng(1));
    Built.stir(operator, 0.1);
    return operator;
  }

  /** Limits hold in the whole model, and change nothing where numbers lie within them. */
  @Test
  void limit_makesFarNumbersCountAsTheNearest_andLeavesOthersAlone() {
    ContextSpec spec = GATE.to(ContextSpec.Use.BOTH);
    try (Operator free = stirred(TfSnoSpec.defaults(1), spec);
        Operator limited = stirred(TfSnoSpec.defaults(1), spec.withLimit(0.0))) {
      Tensor numbers = observed(free, 1);
      for (Operator operator : List.of(free, limited)) {
        operator.calibrate(states(9), Conditions.ofContext(numbers), 0);
      }
      assertThat(answer(limited, numbers)).isEqualTo(answer(free, numbers));
      Tensor far = numbers.mul(1e4);
      Tensor farther = numbers.mul(3e4);
      assertThat(answer(limited, farther)).isEqualTo(answer(limited, far));
      assertThat(answer(free, farther)).isNotEqualTo(answer(free, far));
    }
  }

  private static double[] answer(Operator operator, Tensor numbers) {
    return operator.forward(states(9), Conditions.ofContext(numbers)).toDoubles();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tfsno", "fno", "uno", "deeponet", "wno", "fino", "unet"})
  void channels_changeTheAnswerOfEveryModel(String name) {
    OperatorSpec spec = Operators.of(name).defaults().apply(1);
    try (Operator operator = stirred(spec, GATE.to(ContextSpec.Use.CHANNELS))) {
      requireDependence(operator);
    }
  }

  private static void requireDependence(Operator operator) {
    Tensor u = states(50);
    Conditions first = Conditions.ofContext(observed(operator, 1));
    Conditions second = Conditions.ofContext(observed(operator, 20));
    operator.calibrate(u, first, 0);
    Tensor answer = operator.forward(u, first);
    assertThat(answer.allFinite()).isTrue();
    assertThat(answer.sub(operator.forward(u, second)).abs().sum().item()).isGreaterThan(1e-3);
    assertThat(operator.forward(u, first).toFloats()).containsExactly(answer.toFloats());
    assertThatThrownBy(() -> operator.forward(u))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "expected what the first 3 states of each of 3 trajectories say, found nothing."
                + " This model was trained with model.context: start from 3 consecutive states.");
  }

  @Test
  void gate_seesTheContextAndTheRestOfTheNetworkDoesNot() {
    TfSnoSpec spec = TfSnoSpec.defaults(1);
    try (Operator gated = stirred(spec, GATE);
        Operator plain = spec.build(new FieldShape(1, POINTS, 1, 1), Device.CPU, new Rng(1))) {
      requireDependence(gated);
      long more = 5 * 32 * GATE.numbers(1); // columns of MetaNet's first layer
      assertThat(gated.parameters().count()).isEqualTo(plain.parameters().count() + more);
      assertThat(Gated.of(gated).orElseThrow().seesConditions()).isTrue();
    }
  }

  @Test
  void gateThatSeesNoState_isTheSameForAllOfThemAndDependsOnTheContext() {
    TfSnoSpec spec = TfSnoSpec.defaults(1).withGate(GateSpec.DEFAULT.withFeatures(List.of()));
    try (Operator blind = stirred(spec, GATE)) {
      requireDependence(blind);
      Conditions given = Conditions.ofContext(observed(blind, 1));
      Gated gated = Gated.of(blind).orElseThrow();
      List<GateReading> one = gated.gates(states(50), given);
      List<GateReading> other = gated.gates(states(51), given);
      for (int block = 0; block < one.size(); block++) {
        assertThat(one.get(block).delta().toFloats())
            .containsExactly(other.get(block).delta().toFloats());
        assertThat(one.get(block).input().toFloats())
            .isNotEqualTo(other.get(block).input().toFloats());
      }
    }
  }

  @Test
  void untrainedGate_doesNothingWhateverTheContext() {
    TfSnoSpec spec = TfSnoSpec.defaults(1);
    try (Operator gated = spec.build(shape(GATE), Device.CPU, new Rng(1));
        Operator plain = spec.build(new FieldShape(1, POINTS, 1, 1), Device.CPU, new Rng(1))) {
      Tensor u = states(50);
      Conditions given = Conditions.ofContext(observed(gated, 1));
      assertThat(gated.forward(u, given).toFloats()).containsExactly(plain.forward(u).toFloats());
    }
  }

  @Test
  void none_startsLaterAndSeesNothing() {
    ContextSpec none = GATE.to(ContextSpec.Use.NONE);
    TfSnoSpec spec = TfSnoSpec.defaults(1);
    try (Operator operator = spec.build(shape(none), Device.CPU, new Rng(1));
        Operator plain = spec.build(new FieldShape(1, POINTS, 1, 1), Device.CPU, new Rng(1))) {
      assertThat(operator.shape().inputs().observed()).isEqualTo(3);
      assertThat(operator.parameters().count()).isEqualTo(plain.parameters().count());
      assertThat(operator.observe(List.of())).isNull();
      assertThat(operator.forward(states(1)).toFloats())
          .containsExactly(plain.forward(states(1)).toFloats());
    }
  }

  @Test
  void calibration_standardisesTheCode() {
    TfSnoSpec spec = TfSnoSpec.defaults(1);
    ContextSpec power = GATE.withFeatures(ContextFeature.POWER);
    try (Operator operator = spec.build(shape(power), Device.CPU, new Rng(1))) {
      Tensor numbers = observed(operator, 1);
      assertThat(operator.calibratesAfter(0)).isTrue();
      operator.calibrate(states(9), Conditions.ofContext(numbers), 0);
      assertThat(operator.calibratesAfter(1)).isFalse();
      float[] constants = operator.parameters().flatState().toFloats();
      float[] mean = numbers.mean(0).toFloats();
      for (int i = 0; i < mean.length; i++) {
        assertThat(constants[i]).isCloseTo(mean[i], within(1e-5f));
      }
      operator.calibrate(states(9), Conditions.ofContext(numbers.mul(2)), 1);
      assertThat(operator.parameters().flatState().toFloats()).containsExactly(constants);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GATE", "CHANNELS"})
  void gradient_reachesTheLearntEncoder(String to) {
    TfSnoSpec spec = TfSnoSpec.defaults(1).withGate(GateSpec.DEFAULT.withStandardise(true));
    ContextSpec learnt =
        GATE.withLearnt(new CodeSpec(List.of(6), 2)).to(ContextSpec.Use.valueOf(to));
    try (Operator operator = stirred(spec, learnt)) {
      Tensor u = states(50);
      Conditions given = Conditions.ofContext(observed(operator, 1));
      operator.calibrate(u, given, 0);
      operator.parameters().flatGradient().zeroInPlace();
      loss(operator, u, given).backward();
      Tensor flat = operator.parameters().flat();
      float[] gradient = operator.parameters().flatGradient().toFloats();
      Tensor direction = ofContext(operator.parameters());
      double expected = 0;
      float[] along = direction.toFloats();
      for (int i = 0; i < along.length; i++) {
        expected += (double) along[i] * gradient[i];
      }
      double h = 2e-3;
      flat.addInPlace(direction.mul(h));
      double up = loss(operator, u, given).item();
      flat.addInPlace(direction.mul(-2 * h));
      double down = loss(operator, u, given).item();
      assertThat(Math.abs(expected)).isGreaterThan(1e-4);
      assertThat((up - down) / (2 * h)).isCloseTo(expected, within(0.03 * Math.abs(expected)));
    }
  }

  private static Tensor loss(Operator operator, Tensor u, Conditions given) {
    return operator.forward(u, given).to(DType.FLOAT64).square().sum();
  }

  /** One direction in the space of parameters, along those of the encoder alone. */
  private static Tensor ofContext(Parameters parameters) {
    float[] direction = new float[Math.toIntExact(parameters.count())];
    int at = 0;
    Rng rng = new Rng(3);
    for (var entry : parameters.entries()) {
      int size = (int) entry.shape().stream().mapToLong(n -> n).reduce(1, (a, b) -> a * b);
      for (int i = 0; i < size; i++) {
        direction[at + i] = entry.name().startsWith("context.") ? (float) (rng.uniform() - 0.5) : 0;
      }
      at += size;
    }
    return Tensor.of(direction, direction.length);
  }

  @Test
  void phase_startsAtRestAndThenFollowsTheContext() {
    TfSnoSpec spec = TfSnoSpec.defaults(1).withGate(GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE));
    ContextSpec phase = GATE.to(ContextSpec.Use.NONE).withPhase(true);
    Tensor u = states(50);
    try (Operator shifting = spec.build(shape(phase), Device.CPU, new Rng(1));
        Operator plain = spec.build(new FieldShape(1, POINTS, 1, 1), Device.CPU, new Rng(1))) {
      Conditions given = Conditions.ofContext(observed(shifting, 1));
      assertThat(shifting.forward(u, given).toFloats())
          .containsExactly(plain.forward(u).toFloats());
      Built.stir(shifting, 0.1);
      requireDependence(shifting);
    }
    assertThatThrownBy(() -> Operators.of("fno").defaults().apply(1).declare(shape(phase)))
        .hasMessageContaining("model.context.phase with a model whose blocks can be shifted");
  }

  @Test
  void gates_areNeededForAContextThatIsMeantForThem() {
    assertThatThrownBy(() -> Operators.of("fno").defaults().apply(1).declare(shape(GATE)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "expected a model with gates for model.context.to: gate or both, found fno."
                + " Use to: channels, or TF-SNO with a gate.");
    TfSnoSpec none = TfSnoSpec.defaults(1).withGate(GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE));
    assertThatThrownBy(() -> none.declare(shape(GATE)))
        .hasMessageContaining("found tfsno with gate.kind: none");
  }

  @Test
  void inputs_surviveJson() {
    JsonMapper mapper = JsonMapper.shared();
    ContextSpec all = GATE.withLearnt(new CodeSpec(List.of(8, 4), 3)).withPhase(true);
    for (ContextSpec context : List.of(GATE, all, GATE.to(ContextSpec.Use.NONE))) {
      FieldShape shape = shape(context);
      String text = mapper.writeValueAsString(shape);
      assertThat(mapper.readValue(text, FieldShape.class)).isEqualTo(shape);
    }
    assertThat(mapper.writeValueAsString(Inputs.ofHistory(2))).doesNotContain("context");
  }
}
