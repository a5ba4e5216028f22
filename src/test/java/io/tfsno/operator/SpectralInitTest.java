package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.ConfigReader;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.operator.baseline.UnoSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(PerTestScope.class)
class SpectralInitTest {
  private static final FieldShape LINE = new FieldShape(1, 256, 1, 1);
  private static final int CHANNELS = 48;

  /** The spectral weights of TF-SNO's second block, which has 48 channels and 24 modes. */
  private static float[] weights(OperatorSpec spec) {
    try (Operator operator = spec.build(LINE, Device.CPU, new Rng(3))) {
      return operator.parameters().get("blocks.1.spectral.weight").toFloats();
    }
  }

  private static TfSnoSpec with(String init) {
    return ConfigReader.overlay(
        "test",
        "model",
        JsonMapper.shared().readTree("{\"init\": \"" + init + "\"}"),
        TfSnoSpec.defaults(1));
  }

  @Test
  void small_isUniformFromZeroToOneOverChannelsSquared() {
    double mean = 0;
    float[] weights = weights(with("small"));
    double most = 1.0 / (CHANNELS * CHANNELS);
    for (float w : weights) {
      assertThat(w).isBetween(0f, (float) most);
      mean += w / weights.length;
    }
    // 110,592 draws: the mean of uniform numbers is known to 0.1 %; five times that
    assertThat(mean).isCloseTo(most / 2, within(0.005 * most / 2));
    assertThat(weights).isEqualTo(weights(TfSnoSpec.defaults(1)));
  }

  @Test
  void normal_keepsTheSizeOfFields() {
    double square = 0;
    float[] weights = weights(with("normal"));
    for (float w : weights) {
      square += (double) w * w / weights.length;
    }
    // the variance of 110,592 normal numbers is known to sqrt(2 / n) = 0.4 %; four times that
    assertThat(square).isCloseTo(1.0 / (4 * CHANNELS), within(0.017 / (4 * CHANNELS)));
  }

  @Test
  void uno_startsSmall_asItsValidationErrorsChose() {
    assertThat(UnoSpec.defaults(1).init()).isEqualTo(SpectralInit.SMALL);
    assertThat(UnoSpec.defaults(2).init()).isEqualTo(SpectralInit.SMALL);
  }
}
