package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class AmplificationTest {
  @Test
  void linearMap_worstDirectionReachesItsNorm_randomOnesDoNotExceedIt() {
    // Singular values that fall off, so that the iteration has something to find.
    Tensor a = Tensor.of(new Rng(1).normals(64), 8, 8);
    Tensor strong = Tensor.of(new Rng(2).normals(8), 8, 1);
    Tensor matrix = a.add(strong.matmul(strong.permute(1, 0)).mul(2));
    double norm = LinearAlgebra.spectralNorm(matrix).item();
    Tensor z = Tensor.of(new Rng(3).normals(3 * 8), 3, 1, 8);
    Amplification amplification = new Amplification(v -> v.matmul(matrix), new Rng(4));
    assertThat(amplification.worst(z)).isCloseTo(norm, within(1e-3 * norm));
    assertThat(amplification.random(z)).isPositive().isLessThan(norm);
  }

  @Test
  void curvedMap_isMeasuredAtThePointGiven() {
    Amplification square = new Amplification(v -> v.square().mul(0.5), new Rng(4));
    Tensor z = Tensor.of(new double[] {0, 0.1, 3, 0, 0.2, -1}, 2, 1, 3);
    // The slope of z^2/2 is z: the largest over both samples is 3.
    assertThat(square.worst(z)).isCloseTo(3, within(0.02));
  }
}
