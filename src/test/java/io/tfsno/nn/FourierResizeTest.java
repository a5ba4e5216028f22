package io.tfsno.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class FourierResizeTest {
  private final Constants constants = new Constants();

  @AfterEach
  void close() {
    constants.close();
  }

  private static Tensor field(long seed, int axes, int points) {
    return axes == 1
        ? TestFields.noise(seed, 3, 2, points)
        : TestFields.noise(seed, 3, 2, points, points);
  }

  /** Each of the factors, the line between the two axes and the result was rounded by 2^-9. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void fieldsOfHalfTheSize_areResizedAsFloatsAre(int axes) {
    FourierResize resize = new FourierResize(constants, axes);
    Points sixteen = Points.cube(axes, 16);
    Tensor fine = field(1, axes, 32);
    Tensor coarse = field(2, axes, 16);
    compare(fine, f -> resize.to(f, sixteen));
    compare(fine, f -> resize.back(f, sixteen));
    compare(
        fine,
        f -> {
          Tensor to = coarse.to(f.type()).copy();
          resize.addBack(to, f);
          return to;
        });
    compare(
        coarse,
        f -> {
          Tensor to = fine.to(f.type()).copy();
          resize.write(to, f);
          return to;
        });
  }

  private static void compare(Tensor field, Function<Tensor, Tensor> resize) {
    Tensor rounded = field.to(DType.BFLOAT16);
    Tensor truth = resize.apply(rounded.to(DType.FLOAT32));
    Tensor found = resize.apply(rounded);
    assertThat(found.type()).isEqualTo(DType.BFLOAT16);
    assertThat(found.shape()).isEqualTo(truth.shape());
    double error = found.to(DType.FLOAT32).sub(truth).square().mean().sqrt().item();
    assertThat(error / truth.square().mean().sqrt().item()).isBetween(1e-4, 5e-3);
  }

  @Test
  void back_isTheTransposeOfTo() {
    FourierResize resize = new FourierResize(constants, 2);
    Tensor x = field(3, 2, 32);
    Tensor y = field(4, 2, 16);
    double there = resize.to(x, Points.of(16, 16)).mul(y).sum().item();
    double here = resize.back(y, Points.of(32, 32)).mul(x).sum().item();
    assertThat(here).isCloseTo(there, offset(1e-3));
  }
}
