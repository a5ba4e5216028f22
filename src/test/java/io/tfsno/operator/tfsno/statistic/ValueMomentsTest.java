package io.tfsno.operator.tfsno.statistic;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueMomentsTest {
  private static final double EPS = 1e-6;

  /** The same by taped operations. */
  private static Tensor taped(Tensor field) {
    int axes = field.rank() - 2;
    Tensor z = field.reshape(field.size(0), field.size(1), -1);
    Tensor d = z.sub(z.mean(-1).view(field.size(0), -1, 1));
    Tensor w = d.square().mean(-1).add(EPS);
    Tensor y = d.div(w.sqrt().view(field.size(0), -1, 1));
    Tensor onGrid = y.view(field.shape());
    Tensor g = null;
    for (int axis = 2; axis < field.rank(); axis++) {
      Tensor step = onGrid.roll(-1, axis).sub(onGrid).square();
      Tensor mean = axes == 1 ? step.mean(2) : step.mean(2, 3);
      g = g == null ? mean : g.add(mean);
    }
    return Tensor.stack(0, w, g.mul(1.0 / axes), y.square().square().mean(-1), y.square().max(-1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void valuesAndGradients_equalThoseOfTapedOperations(int dimension) {
    try (Scope scope = new Scope()) {
      long[] shape = dimension == 1 ? new long[] {3, 5, 24} : new long[] {3, 5, 8, 8};
      Tensor field = noise(1, shape).mul(2).add(0.7);
      Tensor weights = noise(2, 4, 3, 5);
      Tensor a = field.copy().trainable();
      Tensor b = field.copy().trainable();
      Tensor fused = ValueMoments.of(a, EPS);
      Tensor plain = taped(b);
      assertClose(fused, plain, 2e-5);
      fused.mul(weights).sum().backward();
      plain.mul(weights).sum().backward();
      assertClose(a.grad(), b.grad(), 1e-5 * (1 + largest(b.grad())));
    }
  }

  @Test
  void gradient_meetsTheOtherGradientsOfTheField() {
    try (Scope scope = new Scope()) {
      Tensor field = noise(1, 2, 3, 16);
      Tensor a = field.copy().trainable();
      Tensor b = field.copy().trainable();
      // The field is an intermediate result here, with a second consumer.
      Tensor inner = a.mul(2);
      ValueMoments.of(inner, EPS).sum().add(inner.square().sum()).backward();
      Tensor other = b.mul(2);
      taped(other).sum().add(other.square().sum()).backward();
      assertClose(a.grad(), b.grad(), 1e-4);
    }
  }

  @Test
  void withoutRecord_theValuesAreTheSame() {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      Tensor field = noise(1, 2, 3, 16).trainable();
      assertClose(ValueMoments.of(field, EPS), taped(field), 1e-5);
    }
  }

  @Test
  void severalForwardPassesBeforeOneBackward_areKeptApart() {
    try (Scope scope = new Scope()) {
      Tensor x = noise(1, 2, 2, 12).trainable();
      Tensor y = noise(1, 2, 2, 12).trainable();
      Tensor fused = null;
      Tensor plain = null;
      for (int i = 1; i <= 20; i++) {
        Tensor one = ValueMoments.of(x.mul(i).add(x.square()), EPS).sum();
        Tensor same = taped(y.mul(i).add(y.square())).sum();
        fused = fused == null ? one : fused.add(one);
        plain = plain == null ? same : plain.add(same);
      }
      fused.backward();
      plain.backward();
      assertClose(x.grad(), y.grad(), 1e-4 * largest(y.grad()));
    }
  }

  @Test
  void backwardAfterTheScope_isRefusedWithAReason() {
    try (Scope scope = new Scope()) {
      Tensor x = noise(1, 2, 2, 12).trainable();
      Tensor loss;
      try (Scope inner = new Scope()) {
        loss = inner.keep(ValueMoments.of(x, EPS).sum());
      }
      assertThatThrownBy(loss::backward).hasMessageContaining("scope");
      assertThat(ValueMoments.of(x, EPS).sum().item()).isFinite();
    }
  }
}
