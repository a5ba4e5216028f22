package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.largest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameter;
import io.tfsno.operator.Built;
import io.tfsno.spectral.Modes;
import io.tfsno.train.optimiser.AdamW;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class ShortWavesTest {
  private static final int FROM = 1;

  private static TfSnoSpec spec(int from) {
    return Built.tfSno().withLocal(LocalSpec.NONE.withStencil(true).withFrom(from));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void weightsOfLongWaves_areZeroAndStaySo_othersStartAsUsualAndLearn(int dimension) {
    try (TfSno usual = Built.build(spec(0), dimension);
        TfSno net = Built.build(spec(FROM), dimension)) {
      String name = "blocks.0.spectral.weight";
      float[] plain = usual.parameters().get(name).toFloats();
      float[] start = net.parameters().get(name).toFloats();
      Tensor u = Built.states(dimension, 3);
      try (AdamW optimiser = new AdamW(net.parameters(), 0.1, 1)) {
        net.parameters().flatGradient().zeroInPlace();
        net.forward(u).sub(u.roll(1, 2)).square().mean().backward();
        assertThat(largest(net.parameters().flatGradient())).isPositive();
        optimiser.step(0.01);
      }
      float[] after = net.parameters().get(name).toFloats();
      Modes modes = net.spec().modes().get(0).half(dimension);
      int perMode = after.length / modes.count();
      Set<Integer> silent = modes.below(FROM).boxed().collect(Collectors.toSet());
      for (int i = 0; i < after.length; i++) {
        if (silent.contains(i / perMode)) {
          assertThat(start[i]).isZero();
          assertThat(after[i]).isZero();
        } else {
          assertThat(start[i]).isEqualTo(plain[i]);
        }
      }
      assertThat(after).isNotEqualTo(start);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void size_countsWhatIsTrained(int dimension) {
    try (TfSno usual = Built.build(spec(0), dimension);
        TfSno net = Built.build(spec(FROM), dimension)) {
      long silent = 0;
      for (float weight : net.parameters().flat().toFloats()) {
        silent += Float.floatToRawIntBits(weight) == 0 ? 1 : 0;
      }
      for (float weight : usual.parameters().flat().toFloats()) {
        silent -= Float.floatToRawIntBits(weight) == 0 ? 1 : 0; // biases start at zero in both
      }
      assertThat(silent).isPositive();
      assertThat(net.parameters().trained()).isEqualTo(usual.parameters().trained() - silent);
      assertThat(net.parameters().count()).isEqualTo(usual.parameters().count());
    }
  }

  @Test
  void otherParameters_startAsWithout() {
    try (TfSno usual = Built.build(spec(0), 1);
        TfSno net = Built.build(spec(FROM), 1)) {
      for (Parameter p : usual.parameters().entries()) {
        if (!p.name().endsWith("spectral.weight")) {
          assertThat(net.parameters().get(p.name()).toFloats())
              .as(p.name())
              .containsExactly(p.tensor().toFloats());
        }
      }
    }
  }

  @Test
  void fromBeyondTheModesOfALevel_isRefused() {
    assertThatThrownBy(() -> spec(2).check(Built.LINE))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected local.from below the modes of every level");
    assertThatThrownBy(() -> LocalSpec.NONE.withFrom(-1))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected local.from of 0 or more");
  }
}
