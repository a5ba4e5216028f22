package io.tfsno.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExecutionTest {
  private static final Device GPU = new Device(true, 0);

  @ParameterizedTest
  @EnumSource
  void path_onTheCpu_makesNoDifference(GpuPath path) {
    Execution execution = new Execution(Device.CPU, path);
    assertThat(execution.fused()).isFalse();
    assertThat(execution.precision()).isEqualTo("float32");
  }

  @Test
  void path_onAGpu_choosesKernelsAndPrecision() {
    assertThat(Execution.on(GPU).precision()).isEqualTo("tf32");
    assertThat(Execution.on(GPU).fused()).isTrue();
    assertThat(new Execution(GPU, GpuPath.LIBTORCH).fused()).isFalse();
    assertThat(new Execution(GPU, GpuPath.BF16).precision()).isEqualTo("bf16");
  }

  @Test
  void parameters_keepTheExecutionTheyWereMadeFor() {
    try (Parameters parameters = new Parameters()) {
      parameters.declare("w", Initialiser.zeros(), 2);
      assertThatThrownBy(parameters::execution).isInstanceOf(IllegalStateException.class);
      Execution execution = new Execution(Device.CPU, GpuPath.FLOAT32);
      parameters.allocate(execution, new Rng(1));
      assertThat(parameters.execution()).isSameAs(execution);
      assertThat(parameters.device()).isEqualTo(Device.CPU);
    }
  }
}
