package io.tfsno.operator.tfsno.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TapedTest {
  private static final int CHANNELS = 2;
  private static final int SAMPLES = 3;
  private static final int POINTS = 8;
  private static final int MODES = 4;

  /** Two more than there are: what is beyond the last mode must not count. */
  private static final int STORED_MODES = 6;

  /** Sums of about 40 float32 terms. */
  private static final double TOLERANCE = 1e-5;

  private final Scope scope = new Scope();
  private final Rng rng = new Rng(3);
  private final Tensor field = noise(CHANNELS, SAMPLES, POINTS);
  private final Tensor modes = noise(STORED_MODES, CHANNELS, SAMPLES, 2);
  private final Tensor weight = noise(POINTS).trainable();

  @AfterEach
  void free() {
    scope.close();
  }

  @Test
  void backward_insideAHandWrittenProgram_reachesFieldModesAndParameters() {
    Tensor ofNumbers = noise(2, SAMPLES);
    Tensor[] found = new Tensor[2];
    Tensor u = Tensor.zeros(DType.FLOAT32, Device.CPU, 1).trainable();
    Taped features = taped(true);
    Tensor result =
        CustomGradient.program(
            noise(1),
            u,
            gradient -> {
              features.backward(ofNumbers);
              found[0] = Tensor.zeros(DType.FLOAT32, Device.CPU, field.shape());
              features.addGradient(0, found[0]);
              found[1] = Tensor.zeros(DType.FLOAT32, Device.CPU, modes.shape());
              features.addGradient(1, found[1]);
              found[0] = Scope.unowned(found[0]::copy);
              found[1] = Scope.unowned(found[1]::copy);
              return gradient;
            });
    result.sum(0).backward();
    float[] ofWeight = weight.grad().toFloats();

    for (int b = 0; b < SAMPLES; b++) {
      for (int c = 0; c < CHANNELS; c++) {
        for (int i = 0; i < POINTS; i++) {
          double slope = at(ofNumbers, b) * 2 * at(field, (c * SAMPLES + b) * POINTS + i);
          assertThat(at(found[0], (c * SAMPLES + b) * POINTS + i))
              .isCloseTo(slope * at(weight, i), within(TOLERANCE));
        }
        for (int k = 0; k < STORED_MODES; k++) {
          for (int part = 0; part < 2; part++) {
            int place = ((k * CHANNELS + c) * SAMPLES + b) * 2 + part;
            double slope = k < MODES ? at(ofNumbers, SAMPLES + b) * (part == 0 ? 1 : 0) : 0;
            assertThat(at(found[1], place)).isCloseTo(slope, within(TOLERANCE));
          }
        }
      }
    }
    for (int i = 0; i < POINTS; i++) {
      double sum = 0;
      for (int b = 0; b < SAMPLES; b++) {
        for (int c = 0; c < CHANNELS; c++) {
          sum += at(ofNumbers, b) * Math.pow(at(field, (c * SAMPLES + b) * POINTS + i), 2);
        }
      }
      assertThat((double) ofWeight[i]).isCloseTo(sum, within(TOLERANCE));
    }
    found[0].close();
    found[1].close();
  }

  @Test
  void numbers_withoutRecord_areTheSameAndNeedNoGradient() {
    assertThat(taped(false).value().toFloats()).containsExactly(taped(true).value().toFloats());
    assertThat(taped(false).value().needsGradient()).isFalse();
    assertThat(field.needsGradient()).isFalse();
  }

  /** Inside a stretch without record, as in a hand-written program. */
  private Taped taped(boolean taping) {
    try (Autograd.Mode off = Autograd.off()) {
      return new Taped(taping, in -> numbers(in[0], in[1]), field, modes);
    }
  }

  /** The weighted squares of the field, and the sum of real parts. */
  private Tensor numbers(Tensor z, Tensor x) {
    Tensor squares = z.square().mul(weight).sum(0, 2).view(1, SAMPLES);
    Tensor some = x.narrow(0, 0, MODES).permute(0, 3, 1, 2);
    Tensor real = some.narrow(1, 0, 1).sum(0, 1, 2).view(1, SAMPLES);
    return Tensor.cat(0, squares, real);
  }

  private static double at(Tensor tensor, int index) {
    return tensor.detach().toFloats()[index];
  }

  private Tensor noise(long... shape) {
    int count = 1;
    for (long size : shape) {
      count *= (int) size;
    }
    return Tensor.of(rng.normals(count), shape).to(DType.FLOAT32);
  }
}
