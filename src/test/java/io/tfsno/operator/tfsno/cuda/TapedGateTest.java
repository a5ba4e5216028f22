package io.tfsno.operator.tfsno.cuda;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Parameters;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** As a hand-written program uses it: nothing is taped around it. */
class TapedGateTest {
  private static final int HIDDEN = 4;
  private static final int SAMPLES = 3;
  private static final int ROWS = 6;

  /** Sums of at most 20 float32 terms. */
  private static final double TOLERANCE = 1e-5;

  private final Scope scope = new Scope();
  private final Parameters parameters = new Parameters();
  private final Linear first = new Linear(parameters, "first", 3, HIDDEN);
  private final Linear between = new Linear(parameters, "between", HIDDEN, HIDDEN);
  private final Linear last = new Linear(parameters, "last", HIDDEN, 1);
  private final Linear encoder = new Linear(parameters, "encoder", 2, 3);
  private final Tensor z = noise(1, 2, SAMPLES, 5);
  private final Tensor x = noise(2, 4, 2, SAMPLES, 2);
  private final Autograd.Mode off;

  TapedGateTest() {
    parameters.allocate(Device.CPU, new Rng(1));
    off = Autograd.off();
  }

  @AfterEach
  void free() {
    off.close();
    parameters.close();
    scope.close();
  }

  @Test
  void spreadRows_getTheSumOfTheirGradients() {
    TapedGate gate = gate(null, rows -> rows.expand(ROWS, rows.size(1)), null, true);
    assertThat(gate.lastWeight().shape()).containsExactly(ROWS, HIDDEN);
    assertClose(gate.lastBias(), last.bias().view(1, 1).expand(ROWS, 1), 0);
    Tensor sum = noise(3, ROWS * (HIDDEN + 1));

    gate.backThroughSpread(sum);

    Tensor ofWeight = sum.narrow(0, 0, ROWS * HIDDEN).view(ROWS, HIDDEN).sum(0);
    assertClose(last.weight().grad().view(HIDDEN), ofWeight, TOLERANCE);
    Tensor ofBias = sum.narrow(0, ROWS * HIDDEN, ROWS).sum(0).view(1);
    assertClose(last.bias().grad(), ofBias, TOLERANCE);
  }

  @Test
  void middleLayers_passPartsOfAGradientOnAsOne() {
    UnaryOperator<Tensor> middle = h -> Activations.gelu(between.apply(h));
    TapedGate gate = gate(middle, null, null, true);
    Tensor hidden = noise(4, SAMPLES, HIDDEN);
    gate.goThroughMiddle(hidden);
    Tensor parts = noise(5, 7, SAMPLES, HIDDEN);

    Tensor found = gate.backThroughMiddle(parts);
    Tensor ofWeight = between.weight().grad().copy();

    parameters.flatGradient().mulInPlace(0);
    Tensor leaf = hidden.detach().trainable();
    try (Autograd.Mode on = Autograd.on()) {
      Tensor plain = middle.apply(leaf.permute(1, 0)).permute(1, 0);
      assertClose(gate.lastHidden(), plain.detach(), TOLERANCE);
      plain.backward(parts.sum(0));
    }
    assertClose(found.view(SAMPLES, HIDDEN), leaf.grad(), TOLERANCE);
    assertClose(ofWeight, between.weight().grad(), TOLERANCE);
  }

  @Test
  void withoutSuchSteps_everythingIsAsItWas() {
    TapedGate gate = gate(null, null, null, true);
    Tensor hidden = noise(4, SAMPLES, HIDDEN);
    gate.goThroughMiddle(hidden);
    assertThat(gate.given()).isNull();
    assertThat(gate.lastHidden()).isSameAs(hidden);
    assertThat(gate.lastWeight()).isSameAs(last.weight());
    Tensor gradient = noise(5, 7, SAMPLES, HIDDEN);
    assertThat(gate.backThroughMiddle(gradient)).isSameAs(gradient);
  }

  @Test
  void otherFeatures_giveTheirGradientToWhatTheyLookAt() {
    GateParts.Source means = (field, modes) -> encoder.apply(field.mean(2));
    TapedGate gate = gate(null, null, means, true);
    Tensor ofGiven = noise(6, 3, SAMPLES);
    Tensor ofModes = Tensor.zeros(x.type(), Device.CPU, x.shape());
    Tensor ofField = Tensor.zeros(z.type(), Device.CPU, z.shape());

    gate.backThroughGiven(ofGiven, ofModes);
    gate.addFieldGradient(ofField);

    Tensor ofMeans = encoder.weight().detach().permute(1, 0).matmul(ofGiven);
    Tensor expected = ofMeans.mul(0.2).view(2, SAMPLES, 1).expand(2, SAMPLES, 5);
    assertClose(ofField, expected.contiguous(), TOLERANCE);
    assertThat(ofModes.square().sum().item()).isZero();
    assertClose(encoder.bias().grad(), ofGiven.sum(1), TOLERANCE);
    assertThat(gate(null, null, means, false).given().needsGradient()).isFalse();
  }

  private TapedGate gate(
      UnaryOperator<Tensor> middle,
      UnaryOperator<Tensor> spread,
      GateParts.Source others,
      boolean taping) {
    int features = others == null ? 0b111 : 0;
    GateParts parts =
        new GateParts(
            first,
            middle,
            Activation.GELU,
            last,
            spread,
            null,
            features,
            others,
            0,
            null,
            null,
            false,
            null,
            null);
    return new TapedGate(parts, z, x, null, taping);
  }
}
