package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Launches;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.TestFields;
import io.tfsno.nn.cuda.FusedJoin;
import io.tfsno.train.guard.FusedGuard;
import io.tfsno.train.loss.FusedLoss;
import io.tfsno.train.optimiser.FusedAdamW;
import org.junit.jupiter.api.Test;

/** Without a GPU: the kernels around a network, with arguments held against the declarations. */
class TrainingLaunchesTest {
  @Test
  void kernelsAroundANetwork_areLaunchedAsTheyAreDeclared() {
    try (Scope scope = new Scope();
        Parameters parameters = new Parameters();
        Launches launches = new Launches()) {
      parameters.declare("w", Initialiser.zeros(), 8);
      parameters.allocate(Device.CPU, new Rng(1));
      Tensor u = TestFields.noise(1, 2, 1, 16);
      Tensor v = TestFields.noise(2, 2, 1, 16);
      FusedJoin.of(GpuPath.TF32, u, v, null, TestFields.noise(3, 2, 1));
      FusedLoss.withGradient(GpuPath.TF32, u, v, new double[] {0.1}, 1, SideStream.of(Device.CPU));
      FusedGuard.apply(u, v, 10, 1e-3, GpuPath.TF32);
      Tensor moments = TestFields.noise(4, 8);
      new FusedAdamW(GpuPath.TF32).update(parameters, moments, moments, moments, 0.1, 1);
      assertThat(launches.kernels())
          .containsExactly("join", "loss", "total", "sizes", "guard", "squares", "adamw");
    }
  }
}
