package io.tfsno.pde.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.CudaTools;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Launches;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Equations;
import io.tfsno.pde.Laws;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Points;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The solver's kernels on the CPU: src/test/cuda runs them lane by lane and holds them against sums
 * of waves and the formulas of the step. What stands in front of them for each equation must be
 * something that CUDA's compiler understands.
 */
class SolverKernelsTest {
  private static final Path ROOMS = Path.of("src/main/resources/io/tfsno");

  @TempDir Path folder;

  @Test
  void kernels_runLaneByLane_giveWhatTheFormulasGive() throws Exception {
    assumeTrue(CudaTools.hasCompiler(), CudaTools.NO_COMPILER);
    String report =
        CudaTools.runOnTheCpu(
            folder,
            "solver_test.cpp",
            List.of(ROOMS.resolve("engine/kernel"), ROOMS.resolve("pde/solver")));
    assertThat(report.lines().filter(line -> line.contains(" ok "))).hasSizeGreaterThan(25);
  }

  @ParameterizedTest
  @CsvSource({
    "burgers1d, line",
    "kdv1d, line",
    "allen_cahn2d, plane",
    "navier_stokes2d, plane",
    "kolmogorov2d, plane",
    "gray_scott2d, plane",
    "ks2d, plane",
    "swift_hohenberg2d, plane"
  })
  void products_asCode_compileForAGpu(String name, String file) throws Exception {
    assumeTrue(CudaTools.hasNvcc(), CudaTools.NO_NVCC);
    Path text = folder.resolve("kernel.cu");
    Files.writeString(text, source(name, file));
    Map<String, Integer> sizes =
        file.equals("line")
            ? Map.of(
                "N", 384, "THREADS", 192, "SHARED_STATE", 1, "LINEAR_REAL", 0, "FUNCTION_REAL", 0)
            : Map.of(
                "NX",
                96,
                "NY",
                60,
                "KX",
                31,
                "KY",
                39,
                "POSITIVE",
                20,
                "COLUMNS",
                4,
                "ROWS",
                4,
                "LINEAR_REAL",
                1,
                "FUNCTION_REAL",
                1);
    assertThat(CudaTools.compiled(folder, text, sizes)).doesNotContain("error");
  }

  @Test
  void interval_ofALine_isOneLaunch() {
    assertThat(launches("burgers1d", 7)).containsExactly("line");
  }

  @Test
  void interval_ofAPlane_goesAlongRowsAndColumnsForEachStage() {
    List<String> launched = launches("gray_scott2d", 2);
    assertThat(launched).hasSize(2 * 4 * 2 + 1).startsWith("columns", "rows", "columns", "rows");
  }

  @Test
  void kernels_ofGridsWithLargePrimeFactors_doNotExist() {
    assertThat(FormKernels.transforms(2 * 3 * 5 * 7)).isTrue();
    assertThat(FormKernels.transforms(11 * 8)).isFalse();
  }

  /** What one interval would launch on a GPU, arguments checked against the declarations. */
  private static List<String> launches(String name, int substeps) {
    Equation equation = Equations.named(name).create(Map.of());
    Laws laws = Laws.common(equation);
    try (Scope scope = new Scope();
        Launches launches = new Launches()) {
      Grid box = Grid.periodic(Points.cube(equation.dimension(), 24), 1);
      PairedFields grid = new PairedFields(box, Device.CPU);
      StepTables tables = StepTables.of(laws, grid, 0.01);
      FormKernels form = new FormKernels(tables, equation.channels(), grid);
      long[] modes = grid.modes().arrayShape();
      long[] shape = new long[modes.length + 2];
      shape[0] = 3;
      shape[1] = equation.channels();
      System.arraycopy(modes, 0, shape, 2, modes.length);
      Tensor state = Tensor.zeros(DType.COMPLEX128, Device.CPU, shape);
      Interval interval =
          equation.dimension() == 1
              ? new LineInterval(form, state, 24, substeps)
              : new PlaneInterval(form, state, grid, substeps);
      interval.begin();
      interval.advance(0);
      return launches.kernels();
    }
  }

  private static String source(String name, String file) {
    Equation equation = Equations.named(name).create(Map.of());
    Points points = Points.cube(equation.dimension(), 24);
    try (Scope scope = new Scope()) {
      PairedFields grid = new PairedFields(Grid.periodic(points, 1), Device.CPU);
      Nonlinearity nonlinearity = equation.nonlinear(grid);
      FormCode code = new FormCode(nonlinearity.form(), equation.channels(), grid);
      return FormKernels.source(code, file);
    }
  }
}
