package io.tfsno.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.InputScales;
import io.tfsno.data.Normaliser;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.context.CodeSpec;
import io.tfsno.operator.context.ContextFeature;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.run.range.Band;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.spectral.Channel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class UnseenNumbersTest {
  private static final List<Channel> NU_AND_A = List.of(new Channel("nu"), new Channel("A"));
  private static final List<Band> SEEN = List.of(new Band(0.1, 0.2), new Band(3, 3));

  private static ModelCard card(Inputs inputs, TrainingRange range) {
    return new ModelCard(
        TfSnoSpec.defaults(1),
        new FieldShape(1, 64, 1, 1).with(inputs),
        Normaliser.NONE,
        InputScales.NONE,
        "",
        0.1,
        range);
  }

  private static UnseenNumbers ofParameters(TrainingRange range, float... values) {
    UnseenNumbers unseen = new UnseenNumbers(card(new Inputs(1, List.of(), NU_AND_A, null), range));
    int count = values.length / 2;
    unseen.add(count, new Conditions(null, null, Tensor.of(values, count, 2), null));
    return unseen;
  }

  private static TrainingRange ofParameters() {
    return new TrainingRange(List.of()).with(SEEN, null);
  }

  /** Down to 0.1 / 2^0.1 = 0.0933, up to 0.2 + 0.01, and rounding where there is no width. */
  @ParameterizedTest
  @CsvSource({"0.1, 3", "0.2, 3", "0.0934, 3", "0.2099, 3", "0.15, 3.00001", "0.15, 2.99999"})
  void numbersNearThoseOfTheTraining_areNotMentioned(float nu, float a) {
    assertThat(ofParameters(ofParameters(), nu, a).note()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0.0932, 3, in nu: 0.09320",
    "0.2102, 3, in nu: 0.2102",
    "0.15, 3.001, in A: 3.001",
    "0.15, -3, in A: -3.000"
  })
  void numbersFartherOff_areNamed(float nu, float a, String told) {
    assertThat(ofParameters(ofParameters(), nu, a).note().orElseThrow())
        .startsWith("1 of 1 trajectories lie outside of the training range, " + told + ", ");
  }

  @Test
  void note_namesWhatIsOutsideMostOften_withItsValues() {
    UnseenNumbers unseen =
        ofParameters(ofParameters(), 0.15f, 3, 0.5f, 4, 0.3f, 3, 0.4f, 3, 0.1f, 4);
    assertThat(unseen.note())
        .hasValue(
            "4 of 5 trajectories lie outside of the training range, most often in nu: 0.3000 to 0.5000, in training 0.1000 to 0.2000; errors may be larger there");
  }

  @Test
  void modelsThatDoNotSayWhatTheySaw_areQuiet() {
    assertThat(ofParameters(null, 1e6f, 0).note()).isEmpty();
    assertThat(ofParameters(new TrainingRange(List.of()), 1e6f, 0).note()).isEmpty();
  }

  /** A learnt code has no names; what it is computed from does. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void whatAModelObserves_isNamed(boolean learnt) {
    ContextSpec spec =
        ContextSpec.defaults()
            .withFeatures(ContextFeature.LAW)
            .withLearnt(learnt ? new CodeSpec(List.of(8), 2) : null);
    List<Band> seen =
        java.util.stream.IntStream.range(0, spec.numbers(1))
            .mapToObj(i -> new Band(i, i + 1.0))
            .toList();
    UnseenNumbers unseen =
        new UnseenNumbers(
            card(Inputs.ofContext(spec), new TrainingRange(List.of()).with(null, seen)));
    float[] numbers = new float[spec.numbers(1)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i + 0.5f;
    }
    numbers[5] = -7;
    unseen.add(1, Conditions.ofContext(Tensor.of(numbers, 1, numbers.length)));
    assertThat(unseen.note().orElseThrow())
        .contains("in law: lap u: -7.000, in training 5.000 to 6.000;");
  }
}
