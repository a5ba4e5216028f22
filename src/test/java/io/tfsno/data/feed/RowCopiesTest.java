package io.tfsno.data.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.CudaTools;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.KernelText;
import io.tfsno.engine.kernel.Launches;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowCopiesTest {
  @TempDir Path folder;

  @Test
  void rows_someStepsLater_areThoseBehindTheGivenOnes() {
    try (Scope scope = new Scope()) {
      Tensor matrix = Tensor.of(new double[] {0, 1, 2, 3, 4, 5, 6, 7}, 4, 2).to(DType.FLOAT32);
      RowCopies copies = RowCopies.of(matrix);
      Tensor rows = Tensor.of(new long[] {2, 0}, 2);
      assertThat(copies.at(rows, 1).to(DType.FLOAT64).toDoubles()).containsExactly(6, 7, 2, 3);
    }
  }

  @Test
  void copies_onAGpu_areOneLaunch() {
    try (Scope scope = new Scope();
        Launches launches = new Launches()) {
      Tensor matrix = Tensor.zeros(DType.FLOAT32, Device.CPU, 6, 8);
      RowCopies copies = RowCopies.inKernels(matrix);
      Tensor taken = copies.at(Tensor.of(new long[] {1, 4, 3}, 3), 2);
      assertThat(taken.shape()).containsExactly(3, 8);
      assertThat(launches.kernels()).containsExactly("take");
    }
  }

  @Test
  void kernel_compilesForAGpu() throws Exception {
    assumeTrue(CudaTools.hasNvcc(), CudaTools.NO_NVCC);
    Path text = folder.resolve("take.cu");
    Files.writeString(text, KernelText.launch() + "\n" + KernelText.of(RowCopies.class, "take"));
    assertThat(CudaTools.compiled(folder, text, Map.of("WIDTH", 256, "THREADS", 128)))
        .doesNotContain("error");
  }
}
