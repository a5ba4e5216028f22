package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Native memory over many steps, with one scope per step as a training loop has it. */
class SoakTest {
  // A leaked step costs about 10 kB here, so 20,000 of them would show as 200 MB. Allowed is
  // what compiled code and the Java heap may still take.
  private static final int STEPS = 20_000;
  private static final double ALLOWED_MEGABYTES = 20;

  @Test
  void steps_forwardAndBackwardInScopes_keepTheResidentSetFlat() throws IOException {
    Threads.perOperation(1);
    try (Tensor x = Scope.unowned(() -> Tensor.of(new Rng(1).normals(256), 16, 16).copy());
        Tensor w = Scope.unowned(() -> Tensor.of(new Rng(2).normals(256), 16, 16)).trainable()) {
      double growth =
          ResidentMemory.growth(
              STEPS / 2,
              STEPS,
              i -> {
                try (Scope step = new Scope()) {
                  Tensor loss = x.matmul(w).tanh().sub(x).square().mean();
                  loss.backward();
                  Tensor gradient = w.grad();
                  try (Autograd.Mode off = Autograd.off()) {
                    w.copyInPlace(w.addScaled(gradient, -1e-3));
                  }
                  gradient.zeroInPlace();
                }
              });
      assertThat(growth).isLessThan(ALLOWED_MEGABYTES);
    }
  }

  @Test
  void steps_keepingAStateEachTime_keepTheResidentSetFlat() throws IOException {
    Threads.perOperation(1);
    Tensor[] state = {Scope.unowned(() -> Tensor.zeros(DType.FLOAT64, Device.CPU, 32, 32))};
    double growth =
        ResidentMemory.growth(
            STEPS / 2,
            STEPS,
            i -> {
              Tensor before = state[0];
              try (Scope step = new Scope()) {
                state[0] = step.keep(before.add(1).tanh());
              }
              before.close();
            });
    state[0].close();
    assertThat(growth).isLessThan(ALLOWED_MEGABYTES);
  }
}
