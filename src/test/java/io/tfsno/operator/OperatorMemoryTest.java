package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.TestFields;
import io.tfsno.operator.baseline.DeepONetSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.operator.tfsno.TfSnoSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class OperatorMemoryTest {
  private static final long PAGE = 4096;

  @Test
  void hundredsOfSteps_keepTheResidentSetFlat() throws IOException {
    TfSnoSpec spec = Built.tfSno().withContraction(ContractionSpec.SUGGESTED);
    try (Scope scope = new Scope();
        TfSno net = Built.build(spec, 1)) {
      net.training(true);
      Tensor u = Built.states(1, 64);
      Tensor target = u.mul(0.5);
      run(net, u, target, 100);
      long before = residentBytes();
      run(net, u, target, 300);
      // A step that leaked its activations would leave some 7 MB behind, 300 of them 2 GB. The
      // Java heap may still be growing to its size.
      assertThat(residentBytes() - before).isLessThan(200_000_000);
    }
  }

  @Test
  void buildingAndClosing_keepsTheResidentSetFlat() throws IOException {
    long before = 0;
    for (int i = 0; i < 60; i++) {
      if (i == 20) {
        before = residentBytes();
      }
      try (Scope scope = new Scope();
          Operator net = Built.build(FnoSpec.defaults(1), new FieldShape(1, 64, 1, 1))) {
        net.forward(TestFields.noise(1, 2, 1, 64)).sum().backward();
      }
    }
    // The parameters and gradients of 40 leaked operators would be 180 MB.
    assertThat(residentBytes() - before).isLessThan(60_000_000);
  }

  @Test
  void whatDeepONetKeepsBetweenSteps_isFreedWhenWeightsChange() throws IOException {
    var spec = new DeepONetSpec(64, 1, 4, DeepONetSpec.Branch.MLP, Coordinates.NONE, false);
    long before = 0;
    try (Scope scope = new Scope();
        Operator net = Built.build(spec, new FieldShape(2, 64, 1, 1));
        Autograd.Mode off = Autograd.off()) {
      Tensor u = TestFields.noise(1, 1, 1, 64, 64);
      for (int i = 0; i < 300; i++) {
        if (i == 50) {
          before = residentBytes();
        }
        try (Scope step = new Scope()) {
          net.parameters().flat().mulInPlace(0.999);
          net.forward(u);
        }
      }
      // Each basis is 64 functions on 4,096 points: 250 of them are 260 MB.
      assertThat(residentBytes() - before).isLessThan(80_000_000);
    }
  }

  private static void run(TfSno net, Tensor u, Tensor target, int steps) {
    for (int i = 0; i < steps; i++) {
      Built.descend(net, u, target, 1e-3);
      try (Scope scope = new Scope()) {
        net.gates(u);
      }
    }
  }

  private static long residentBytes() throws IOException {
    String pages = Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1];
    return Long.parseLong(pages) * PAGE;
  }
}
