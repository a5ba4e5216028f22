package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class CustomGradientTest {
  private static Tensor line(double... values) {
    return Tensor.of(values, values.length);
  }

  @Test
  void program_ofEqualShape_carriesItsValuesAndItsGradient() {
    Tensor x = line(1, 2, 3).trainable();
    Tensor y = CustomGradient.program(line(5, 6, 7), x.mul(2), g -> g.mul(10));
    assertThat(y.toDoubles()).containsExactly(5, 6, 7);
    y.square().sum().backward();
    // 2 y from the square, 10 from the program, 2 from the product.
    assertThat(x.grad().toDoubles()).containsExactly(200, 240, 280);
  }

  @Test
  void program_withFewerValues_carriesItsGradientToAllOfX() {
    Tensor x = line(1, 2, 3).trainable();
    Tensor y = CustomGradient.program(line(5), x, g -> line(1, 2, 3).mul(g));
    y.mul(3).sum().backward();
    assertThat(x.grad().toDoubles()).containsExactly(3, 6, 9);
  }

  @Test
  void program_ofSomethingWithoutGradient_stillRunsBackwardOnce() {
    AtomicInteger calls = new AtomicInteger();
    for (int values : new int[] {1, 2}) {
      Tensor result =
          CustomGradient.program(
              Tensor.of(new double[values], values),
              line(1, 2),
              g -> {
                calls.incrementAndGet();
                assertThat(g.shape()).containsExactly(values);
                return null;
              });
      result.sum().backward();
    }
    assertThat(calls).hasValue(2);
  }

  @Test
  void program_whereNothingIsTaped_isItsValues() {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor values = line(4);
      assertThat(CustomGradient.program(values, line(1).trainable(), g -> g)).isSameAs(values);
    }
  }

  @Test
  void connectLarger_withMoreValues_carriesTheirGradientBackToX() {
    Tensor x = line(1, 2).trainable();
    Tensor twice = x.mul(3);
    Tensor values = line(5, 6, 7);
    Tensor y = CustomGradient.connectLarger(values, twice, g -> g.narrow(0, 1, 2).mul(10));
    assertThat(y.toDoubles()).containsExactly(5, 6, 7);
    y.square().sum().add(twice.sum()).backward();
    // 2 y from the square, 10 from the function and 3 from the product; 3 more from the sum.
    assertThat(x.grad().toDoubles()).containsExactly(363, 423);
  }

  @Test
  void backward_withAGradient_startsFromIt() {
    Tensor x = line(1, 2).trainable();
    x.mul(3).backward(line(10, 100));
    assertThat(x.grad().toDoubles()).containsExactly(30, 300);
  }
}
