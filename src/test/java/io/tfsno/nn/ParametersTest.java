package io.tfsno.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ParametersTest {
  private Scope scope;
  private Parameters parameters;
  private Parameter a;
  private Parameter b;

  @BeforeEach
  void declareTwo() {
    scope = new Scope();
    parameters = new Parameters();
    a = parameters.declare("a", Initialiser.uniform(-1, 1), 2, 3);
    b = parameters.declare("b", Initialiser.normal(1), 4);
    parameters.declareState("constants", Initialiser.constant(7), 2);
  }

  @AfterEach
  void free() {
    parameters.close();
    scope.close();
  }

  @Test
  void declaration_beforeAllocation_knowsSizesAndOffsets() {
    assertThat(parameters.count()).isEqualTo(10);
    assertThat(parameters.entries()).extracting(Parameter::name).containsExactly("a", "b");
    assertThat(b.offset()).isEqualTo(6);
    assertThat(a.shape()).containsExactly(2L, 3L);
    assertThatThrownBy(a::tensor).hasMessageContaining("'a' holds no values yet");
  }

  @Test
  void declaration_twiceOrTooLate_isRefused() {
    assertThatThrownBy(() -> parameters.declare("a", Initialiser.zeros(), 1))
        .hasMessageContaining("'a' was declared twice");
    parameters.allocate(Device.CPU, new Rng(1));
    assertThatThrownBy(() -> parameters.declare("c", Initialiser.zeros(), 1))
        .hasMessageContaining("after the allocation");
  }

  @Test
  void flat_written_changesEveryView() {
    parameters.allocate(Device.CPU, new Rng(1));
    parameters.flat().copyInPlace(Tensor.of(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 10));
    assertThat(a.tensor().toFloats()).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(parameters.get("b").toFloats()).containsExactly(6, 7, 8, 9);
  }

  @Test
  void gradients_acrossSteps_accumulateInTheFlatGradientUntilZeroed() {
    parameters.allocate(Device.CPU, new Rng(1));
    for (int step = 0; step < 3; step++) {
      parameters.flatGradient().zeroInPlace();
      a.tensor().mul(2).sum().add(b.tensor().mul(3).sum()).backward();
      assertThat(parameters.flatGradient().toFloats())
          .containsExactly(2, 2, 2, 2, 2, 2, 3, 3, 3, 3);
    }
    b.tensor().sum().backward();
    assertThat(b.tensor().grad().toFloats()).containsExactly(4, 4, 4, 4);
    assertThat(parameters.flatGradient().narrow(0, 6, 4).toFloats()).containsExactly(4, 4, 4, 4);
  }

  @Test
  void flat_updatedBetweenSteps_isSeenByTheNextForwardPass() {
    parameters.allocate(Device.CPU, new Rng(1));
    double before = a.tensor().square().sum().item();
    a.tensor().square().sum().backward();
    parameters.flat().addInPlace(parameters.flatGradient().mul(-0.25));
    assertThat(a.tensor().square().sum().item()).isCloseTo(before / 4, Offset.offset(1e-5));
  }

  @Test
  void state_isNamedAndStoredButNotTrained() {
    parameters.allocate(Device.CPU, new Rng(1));
    assertThat(parameters.stateEntries()).extracting(Parameter::name).containsExactly("constants");
    assertThat(parameters.flatState().toFloats()).containsExactly(7, 7);
    parameters.flatState().zeroInPlace();
    assertThat(parameters.get("constants").toFloats()).containsExactly(0, 0);
    assertThat(parameters.count()).isEqualTo(10);
  }

  @Test
  void firstValues_dependOnSeedAndNameOnly() {
    parameters.allocate(Device.CPU, new Rng(5));
    try (Parameters other = new Parameters()) {
      Parameter same = other.declare("b", Initialiser.normal(1), 4);
      other.allocate(Device.CPU, new Rng(5));
      assertThat(same.tensor().toFloats()).containsExactly(b.tensor().toFloats());
    }
    try (Parameters other = new Parameters()) {
      Parameter differs = other.declare("b", Initialiser.normal(1), 4);
      other.allocate(Device.CPU, new Rng(6));
      assertThat(differs.tensor().toFloats()).isNotEqualTo(b.tensor().toFloats());
    }
  }

  @Test
  void close_calledTwice_isHarmlessAndFreesTheViews() {
    parameters.allocate(Device.CPU, new Rng(1));
    parameters.close();
    parameters.close();
    assertThatThrownBy(a::tensor).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(parameters::flat).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void unknownName_namesWhatThereIs() {
    parameters.allocate(Device.CPU, new Rng(1));
    assertThatThrownBy(() -> parameters.get("c"))
        .hasMessageContaining("no parameter 'c'")
        .hasMessageContaining("a[2, 3]")
        .hasMessageContaining("constants[2]");
  }

  @Test
  void initialisers_haveTheirRanges() {
    float[] values = new float[10_000];
    Initialiser.linear(16).fill(values, new Rng(1));
    for (float v : values) {
      assertThat(v).isBetween(-0.25f, 0.25f);
    }
    Initialiser.fnoUniform(4, 5).fill(values, new Rng(1));
    for (float v : values) {
      assertThat(v).isBetween(0f, 0.05f);
    }
    Initialiser.unoNormal(25).fill(values, new Rng(1));
    double square = 0;
    for (float v : values) {
      square += v * v;
    }
    assertThat(square / values.length).isCloseTo(0.01, Offset.offset(5e-4));
  }
}
