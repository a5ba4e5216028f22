package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class LinesTest {
  private static final int LENGTH = 5;

  private final Tensor matrix = Tensor.of(new Rng(1).normals(7 * LENGTH), 7, LENGTH);

  @Test
  void some_ofAView_areTheLinesThatTheIndicesName() {
    requireLines(Lines.some(matrix.narrow(0, 2, 5), Tensor.of(new long[] {4, 0, 0}, 3)));
  }

  @Test
  void indexed_asOnAGpu_isTheSame() {
    requireLines(Lines.indexed(matrix.narrow(0, 2, 5), Tensor.of(new long[] {4, 0, 0}, 3)));
  }

  private void requireLines(Tensor found) {
    assertThat(found.shape()).containsExactly(3, LENGTH);
    assertThat(found.select(0, 0).toDoubles()).isEqualTo(matrix.select(0, 6).toDoubles());
    assertThat(found.select(0, 1).toDoubles()).isEqualTo(matrix.select(0, 2).toDoubles());
    assertThat(found.select(0, 2).toDoubles()).isEqualTo(matrix.select(0, 2).toDoubles());
  }
}
