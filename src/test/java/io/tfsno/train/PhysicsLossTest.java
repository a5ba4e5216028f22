package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.Normaliser;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.TestFields;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.PhysicsTerm;
import io.tfsno.operator.baseline.PinoSpec;
import io.tfsno.pde.Residual;
import io.tfsno.pde.catalogue.Catalogue;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.train.StepLoss.Step;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class PhysicsLossTest {
  private static final int POINTS = 32;
  private static final double DT = 0.05;
  private static final double D = 0.01;
  private static final Objective SUPERVISED = new Objective(0.01, 1);

  private static PhysicsLoss heat(Normaliser normaliser) {
    Residual residual =
        new Residual(
            Catalogue.named("heat1d").create(Map.of("D", D)),
            Grid.periodic(Points.of(POINTS), 1),
            DT,
            DType.FLOAT32,
            Device.CPU);
    Tensor weight = Scope.unowned(() -> weight(0));
    return new PhysicsLoss(
        SUPERVISED,
        residual,
        PhysicsLoss.Told.NOTHING,
        DT,
        normaliser,
        new PhysicsTerm(1, 0),
        weight,
        10,
        null);
  }

  private static Tensor wave(double amplitude) {
    return TestFields.line(POINTS, x -> amplitude * Math.cos(4 * Math.PI * x));
  }

  /**
   * One wave of amplitude a goes to b where the data go to c: everything is known in closed form.
   */
  @Test
  void loss_ofOneWave_isThatOfTheFormula() {
    double a = 1.2;
    double b = 0.7;
    double c = 0.9;
    double decay = D * 16 * Math.PI * Math.PI;
    double r = (b - a) / DT + decay * (a + b) / 2;
    double rate = (c - 1) / DT;
    double pde = (r * r / 2) / (rate * rate / 2 + 1e-8);
    Step step = new Step(wave(a), wave(b), wave(1), wave(c));
    double sup = SUPERVISED.loss(wave(b), wave(c)).item();
    try (PhysicsLoss loss = heat(Normaliser.NONE)) {
      assertThat(loss.loss(step, weight(0.3)).item()).isCloseTo(sup + 0.3 * pde, within(1e-5));
      assertThat(loss.loss(step, weight(0)).item()).isEqualTo(sup);
    }
  }

  @Test
  void physics_ofNormalisedFields_isThatOfPhysicalOnes() {
    Normaliser normaliser = new Normaliser(0.4, 3);
    try (PhysicsLoss plain = heat(Normaliser.NONE);
        PhysicsLoss normalised = heat(normaliser)) {
      Tensor[] u = {wave(1.2), wave(0.7), wave(1), wave(0.9)};
      Tensor[] v = new Tensor[4];
      for (int i = 0; i < 4; i++) {
        v[i] = normaliser.normalise(u[i]);
      }
      Step physical = new Step(u[0], u[1], u[2], u[3]);
      Step seen = new Step(v[0], v[1], v[2], v[3]);
      double expected = plain.loss(physical, weight(1)).sub(plain.loss(physical, weight(0))).item();
      double found = normalised.loss(seen, weight(1)).sub(normalised.loss(seen, weight(0))).item();
      assertThat(found / expected).isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void gradient_doesNotGoThroughTheState() {
    try (PhysicsLoss loss = heat(Normaliser.NONE)) {
      Tensor gain = Tensor.of(new float[] {1}, 1).trainable();
      Tensor[] slopes = new Tensor[2];
      for (int i = 0; i < 2; i++) {
        Tensor state = i == 0 ? wave(1.2) : wave(1.2).mul(gain);
        loss.loss(new Step(state, wave(0.7).mul(gain), wave(1), wave(0.9)), weight(1)).backward();
        slopes[i] = gain.grad().copy();
        gain.grad().zeroInPlace();
      }
      assertThat(slopes[0].item()).isNotZero().isEqualTo(slopes[1].item());
    }
  }

  @Test
  void gradient_inTheParametersOfANetwork_isFiniteAndNotZero() {
    FieldShape shape = new FieldShape(1, POINTS, 1, 1);
    try (PhysicsLoss loss = heat(new Normaliser(0.1, 2));
        Operator pino = PinoSpec.defaults(1).build(shape, Device.CPU, new Rng(1))) {
      Tensor u = wave(1);
      Step step = new Step(u, pino.forward(u), u, wave(0.9));
      loss.loss(step, weight(1)).sub(loss.loss(step, weight(0))).backward();
      Tensor gradient = pino.parameters().flatGradient();
      assertThat(gradient.allFinite()).isTrue();
      assertThat(gradient.abs().sum().item()).isPositive();
    }
  }

  private static Tensor weight(double value) {
    return Tensor.of(new float[] {(float) value});
  }
}
