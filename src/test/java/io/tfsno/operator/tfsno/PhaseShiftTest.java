package io.tfsno.operator.tfsno;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.context.ContextCode;
import io.tfsno.operator.context.ContextFeature;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class PhaseShiftTest {
  private static final int N = 16;

  /** {@code cos(x + 2y) + sin(3x - y)} moved by a vector. */
  private static Tensor field(double dx, double dy) {
    double[] u = new double[N * N];
    for (int i = 0; i < u.length; i++) {
      double x = 2 * Math.PI * (i / N) / N - dx;
      double y = 2 * Math.PI * (i % N) / N - dy;
      u[i] = Math.cos(x + 2 * y) + Math.sin(3 * x - y);
    }
    return Tensor.of(u, 1, 1, N, N).to(DType.FLOAT32);
  }

  @Test
  void shift_movesAFieldByTheDistanceThatTheCodeSays() {
    try (Parameters parameters = new Parameters();
        Constants constants = new Constants()) {
      ContextSpec spec = ContextSpec.defaults().withFeatures(ContextFeature.POWER);
      Modes modes = Modes.half(5, 5);
      ContextCode code = new ContextCode(parameters, spec, 2);
      PhaseShift shift = new PhaseShift(parameters, constants, "phase", code, modes);
      SpectralConv conv =
          new SpectralConv(parameters, constants, "conv", 1, 1, modes, Initialiser.zeros());
      parameters.allocate(Device.CPU, new Rng(1));
      float[] bias = {0.7f, -0.3f};
      try (Autograd.Mode off = Autograd.off()) {
        parameters.get("phase.bias").copyInPlace(Tensor.of(bias, 2));
      }
      Conditions given =
          Conditions.ofContext(Tensor.zeros(DType.FLOAT32, Device.CPU, 1, spec.numbers(2)));
      Tensor z = field(0, 0);
      Tensor y = shift.of(conv.analyse(z), conv.slice(Points.of(N, N)), given);
      Tensor moved = z.mul(0);
      conv.addSynthesis(moved, y);
      float[] expected = field(bias[0], bias[1]).toFloats();
      assertThat(moved.toFloats()).containsExactly(expected, within(1e-4f));
    }
  }
}
