package io.tfsno.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.OtherJvm;
import io.tfsno.engine.Device;
import io.tfsno.engine.ResidentMemory;
import io.tfsno.engine.Rng;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class WeightsMemoryTest {
  /** In a process of its own, whose Java heap cannot grow: what grows is native memory. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void weights_copiedOutsideAnyScope_leaveNothingBehind() throws Exception {
    Process process =
        new ProcessBuilder(
                OtherJvm.command(
                    List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch"),
                    WeightsMemoryTest.class))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    // The views of 20 tensors, left behind 20,000 times, were 80 MB.
    assertThat(Double.parseDouble(said)).isLessThan(10);
  }

  public static void main(String[] args) throws IOException {
    try (Parameters parameters = new Parameters()) {
      for (int i = 0; i < 20; i++) {
        parameters.declare("w" + i, Initialiser.normal(1), 2);
      }
      parameters.allocate(Device.CPU, new Rng(1));
      System.out.println(ResidentMemory.growth(5_000, 20_000, i -> Weights.stored(parameters)));
    }
  }
}
