package io.tfsno.operator.tfsno.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.CudaTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The arithmetic of the CUDA kernels on the CPU: src/test/cuda runs them lane by lane and holds
 * them against plain loops. Needs a C++20 compiler.
 */
class CudaKernelsTest {
  private static final Path ROOMS = Path.of("src/main/resources/io/tfsno");
  private static final List<Path> SOURCES =
      Stream.of(
              "engine/kernel",
              "nn/cuda",
              "operator/tfsno/cuda",
              "train/guard",
              "train/loss",
              "train/optimiser")
          .map(ROOMS::resolve)
          .toList();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1,0", "3,0", "1,1"})
  void kernels_runLaneByLane_giveWhatPlainLoopsGive(int products, int shortFields)
      throws Exception {
    assumeTrue(CudaTools.hasCompiler(), CudaTools.NO_COMPILER);
    String report =
        CudaTools.runOnTheCpu(
            folder,
            "kernels_test.cpp",
            SOURCES,
            "-DPRODUCTS=" + products,
            "-DFIELD16=" + shortFields);
    assertThat(report.lines().filter(line -> line.contains("ok"))).hasSizeGreaterThan(15);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void mapsOnLinesAndPlanes_runLaneByLane_giveWhatPlainLoopsGive(int products) throws Exception {
    assumeTrue(CudaTools.hasCompiler(), CudaTools.NO_COMPILER);
    String report =
        CudaTools.runOnTheCpu(folder, "taps_test.cpp", SOURCES, "-DPRODUCTS=" + products);
    assertThat(report.lines().filter(line -> line.contains("ok"))).hasSizeGreaterThan(40);
  }

  /** What g++ does not see: the words that only a GPU's compiler knows. */
  @ParameterizedTest
  @CsvSource({
    "adamw, THREADS=256",
    "gather, LAYERS=16",
    "guard, THREADS=256",
    "join, THREADS=256",
    "head, CIN=20 HIDDEN=80 COUT=2 WARPS=8",
    "head, CIN=30 HIDDEN=120 COUT=1 WARPS=2",
    "near+layer, NEAR=0 POINTS=256 HEIGHT=64 GATED=0 GAINED=0 CIN=64 COUT=64 N=256 RIN=32 ROUT=32 ACTIVE=1 BACKWARD=0 SLOPE=0 ADD=0 FROM_STATES=0 "
        + "TO_STATES=0 WARPS=8 BLOCKS=2 SPLIT=1 SPREAD=1",
    "near+layer, NEAR=0 POINTS=4096 HEIGHT=64 GATED=0 GAINED=0 CIN=64 COUT=64 N=4096 RIN=128 ROUT=128 ACTIVE=0 BACKWARD=1 SLOPE=1 ADD=0 "
        + "FROM_STATES=0 TO_STATES=0 WARPS=8 BLOCKS=2 SPLIT=1 SPREAD=1",
    "near+layer, NEAR=0 POINTS=256 HEIGHT=64 GATED=0 GAINED=0 CIN=32 COUT=32 N=256 RIN=64 ROUT=64 ACTIVE=1 BACKWARD=0 SLOPE=0 ADD=0 "
        + "FROM_STATES=0 TO_STATES=0 WARPS=8 BLOCKS=2 SPLIT=1 SPREAD=1 PLANES=1",
    "near+layer, NEAR=0 POINTS=64 HEIGHT=64 GATED=0 GAINED=0 CIN=0 COUT=20 N=64 RIN=0 ROUT=24 ACTIVE=0 BACKWARD=1 SLOPE=1 ADD=1 FROM_STATES=0 "
        + "TO_STATES=0 WARPS=4 BLOCKS=4 SPLIT=2 SPREAD=0",
    "near+layer, NEAR=1 POINTS=256 HEIGHT=1 GATED=1 GAINED=0 CIN=32 COUT=32 N=256 RIN=48 ROUT=48 "
        + "ACTIVE=1 BACKWARD=0 SLOPE=0 ADD=0 FROM_STATES=0 TO_STATES=0 WARPS=8 BLOCKS=2 SPLIT=2 "
        + "SPREAD=1",
    "near+layer, NEAR=2 POINTS=16 HEIGHT=16 GATED=1 GAINED=1 CIN=40 COUT=30 N=32 RIN=16 ROUT=16 "
        + "ACTIVE=0 BACKWARD=1 SLOPE=1 ADD=0 FROM_STATES=0 TO_STATES=0 WARPS=4 BLOCKS=4 SPLIT=2 "
        + "SPREAD=0",
    "near+layer, NEAR=1 POINTS=256 HEIGHT=1 GATED=0 GAINED=0 CIN=64 COUT=64 N=256 RIN=32 ROUT=32 "
        + "ACTIVE=1 BACKWARD=0 SLOPE=0 ADD=0 FROM_STATES=0 TO_STATES=0 WARPS=8 BLOCKS=1 SPLIT=4 "
        + "SPREAD=1",
    "near+layer, NEAR=2 POINTS=96 HEIGHT=64 GATED=0 GAINED=0 CIN=28 COUT=28 N=96 RIN=24 ROUT=24 "
        + "ACTIVE=0 BACKWARD=1 SLOPE=1 ADD=0 FROM_STATES=0 TO_STATES=0 WARPS=4 BLOCKS=2 SPLIT=1 "
        + "SPREAD=0",
    "near+layer, NEAR=1 REACH=2 POINTS=256 HEIGHT=1 GATED=1 GAINED=0 CIN=32 COUT=32 N=256 RIN=48 "
        + "ROUT=0 ACTIVE=1 BACKWARD=0 SLOPE=0 ADD=0 FROM_STATES=0 TO_STATES=0 WARPS=8 BLOCKS=1 "
        + "SPLIT=2 SPREAD=1",
    "near+layer, NEAR=2 REACH=2 POINTS=64 HEIGHT=64 GATED=1 GAINED=0 CIN=20 COUT=20 N=64 RIN=24 "
        + "ROUT=0 ACTIVE=0 BACKWARD=1 SLOPE=0 ADD=1 FROM_STATES=0 TO_STATES=0 WARPS=4 BLOCKS=2 "
        + "SPLIT=1 SPREAD=0",
    "near+layer, NEAR=0 POINTS=8 HEIGHT=1 GATED=0 GAINED=0 CIN=32 COUT=32 N=256 RIN=0 ROUT=48 "
        + "ACTIVE=0 BACKWARD=0 SLOPE=0 ADD=1 FROM_STATES=0 TO_STATES=0 WARPS=8 BLOCKS=2 SPLIT=1 "
        + "SPREAD=1",
    "loss, N=96 HEIGHT=64 THREADS=256",
    "modes, CIN=32 COUT=32 WARPS=4 HID=32",
    "moments+gate, AXES=1 N=256 C=32 K=24 THREADS=256 ROW_THREADS=16 ROW_WARPS=4 LOOK_WARPS=16 "
        + "HID=32 FEATURES=8 EXTRA=0 MASK=255 ACT=0",
    "moments+gate, AXES=1 N=256 C=32 K=24 THREADS=256 ROW_THREADS=16 ROW_WARPS=4 LOOK_WARPS=16 "
        + "HID=32 FEATURES=10 EXTRA=10 MASK=0 ACT=1",
    "near+outer, NEAR=2 POINTS=64 HEIGHT=64 CIN=20 COUT=20 FROM_STATES=0 WARPS=4",
    "near+outer, NEAR=2 REACH=2 POINTS=64 HEIGHT=64 CIN=20 COUT=20 FROM_STATES=0 WARPS=4",
    "near+outer, NEAR=0 POINTS=256 HEIGHT=1 CIN=2 COUT=64 FROM_STATES=1 WARPS=4",
    "resize, AXES=2 FROM=64 TO=32 WARPS=8",
    "tapcore+taps, AXES=1 LINES=1 CIN=128 COUT=128 TAPS=5 STRIDE=1 N=64 TILE=64 ROW_TILES=2 RING=4 JOINED=0 "
        + "EARLY=1 TO=0 PRODUCTS=1",
    "tapcore+taps, AXES=1 LINES=1 CIN=48 COUT=48 TAPS=5 STRIDE=1 N=256 TILE=64 ROW_TILES=3 RING=4 JOINED=0 "
        + "EARLY=1 TO=0 PRODUCTS=3",
    "tapcore+taps, AXES=1 LINES=1 CIN=48 COUT=96 TAPS=2 STRIDE=2 N=128 TILE=64 ROW_TILES=3 RING=6 JOINED=0 "
        + "EARLY=1 TO=0 PRODUCTS=1",
    "tapcore+taps, AXES=1 LINES=1 CIN=96 COUT=96 TAPS=1 STRIDE=1 N=128 TILE=64 ROW_TILES=3 RING=12 JOINED=0 "
        + "EARLY=1 TO=2 PRODUCTS=1",
    "tapcore+taps, AXES=1 LINES=1 CIN=192 COUT=96 TAPS=1 STRIDE=1 N=128 TILE=64 ROW_TILES=3 RING=16 JOINED=1 "
        + "EARLY=1 TO=0 PRODUCTS=1",
    "tapcore+taps, AXES=1 LINES=1 CIN=96 COUT=192 TAPS=1 STRIDE=1 N=128 TILE=64 ROW_TILES=3 RING=12 JOINED=0 "
        + "EARLY=1 TO=1 PRODUCTS=1",
    "tapcore+taps, AXES=1 LINES=1 CIN=1 COUT=48 TAPS=1 STRIDE=1 N=256 TILE=64 ROW_TILES=3 RING=4 JOINED=0 "
        + "EARLY=0 TO=0 PRODUCTS=1",
    "tapcore+taps, AXES=1 LINES=1 CIN=1 COUT=48 TAPS=1 STRIDE=1 N=256 TILE=64 ROW_TILES=3 RING=4 JOINED=0 "
        + "EARLY=1 TO=3 PRODUCTS=1",
    "tapouter, AXES=1 LINES=1 CIN=48 COUT=48 TAPS=5 STRIDE=1 N=256 JOINED=0 UP=3 ALONG=1 "
        + "WARPS=8 PRODUCTS=3",
    "tapouter, AXES=1 LINES=1 CIN=128 COUT=128 TAPS=1 STRIDE=1 N=64 JOINED=0 UP=2 ALONG=4 "
        + "WARPS=8 PRODUCTS=1",
    "tapouter, AXES=1 LINES=1 CIN=192 COUT=96 TAPS=1 STRIDE=1 N=128 JOINED=1 UP=2 ALONG=4 "
        + "WARPS=8 PRODUCTS=1",
    "tapouter, AXES=1 LINES=1 CIN=48 COUT=96 TAPS=2 STRIDE=2 N=128 JOINED=0 UP=2 ALONG=2 "
        + "WARPS=8 PRODUCTS=1",
    "tapcore+gated, AXES=1 LINES=1 CIN=48 TAPS=1 STRIDE=1 N=256 TILE=32 ROW_TILES=3 RING=6 JOINED=0 PRODUCTS=1",
    "tapcore+gated, AXES=1 LINES=1 CIN=128 TAPS=1 STRIDE=1 N=64 TILE=32 ROW_TILES=8 RING=16 JOINED=0 PRODUCTS=3",
    "tapcore+gated, AXES=1 LINES=1 CIN=200 TAPS=1 STRIDE=1 N=64 TILE=32 ROW_TILES=7 RING=16 JOINED=0 PRODUCTS=1",
    "tapcore+taps, AXES=2 LINES=64 CIN=64 COUT=64 TAPS=3 STRIDE=1 N=64 TILE=64 ROW_TILES=4 RING=5 "
        + "JOINED=0 EARLY=1 TO=0 PRODUCTS=1",
    "tapcore+taps, AXES=2 LINES=32 CIN=64 COUT=128 TAPS=2 STRIDE=2 N=32 TILE=64 ROW_TILES=4 RING=8 "
        + "JOINED=0 EARLY=1 TO=0 PRODUCTS=3",
    "tapcore+taps, AXES=2 LINES=32 CIN=128 COUT=256 TAPS=1 STRIDE=1 N=32 TILE=64 ROW_TILES=4 "
        + "RING=16 JOINED=0 EARLY=1 TO=2 PRODUCTS=1",
    "tapcore+taps, AXES=2 LINES=64 CIN=128 COUT=64 TAPS=1 STRIDE=1 N=64 TILE=64 ROW_TILES=4 RING=16 "
        + "JOINED=1 EARLY=1 TO=0 PRODUCTS=1",
    "tapcore+taps, AXES=2 LINES=64 CIN=64 COUT=128 TAPS=1 STRIDE=1 N=64 TILE=64 ROW_TILES=4 RING=8 "
        + "JOINED=0 EARLY=1 TO=1 PRODUCTS=1",
    "tapouter, AXES=2 LINES=16 CIN=192 COUT=192 TAPS=3 STRIDE=1 N=16 JOINED=0 UP=2 ALONG=1 WARPS=4 "
        + "PRODUCTS=3",
    "tapouter, AXES=2 LINES=64 CIN=128 COUT=64 TAPS=1 STRIDE=1 N=64 JOINED=1 UP=2 ALONG=4 WARPS=8 "
        + "PRODUCTS=1",
    "tapouter, AXES=2 LINES=16 CIN=64 COUT=64 TAPS=5 STRIDE=1 N=16 JOINED=0 UP=1 ALONG=1 WARPS=4 "
        + "PRODUCTS=3",
    "tapweights, THREADS=256",
    "rows, N=64 LINE=24 COLUMNS=12 K1=17 NEXT_LINE=0 SHARE=1 PARTS=3 WARPS=4",
    "rows, N=64 LINE=24 COLUMNS=12 K1=24 NEXT_LINE=576 SHARE=3 PARTS=1 WARPS=4"
  })
  void kernels_compileForAGpu(String files, String sizes) throws Exception {
    assumeTrue(CudaTools.hasNvcc(), CudaTools.NO_NVCC);
    StringBuilder source = new StringBuilder();
    for (String file : ("launch+prelude+" + files).split("\\+", -1)) {
      source.append(Files.readString(source(file + ".cu")));
    }
    Path text = Files.writeString(folder.resolve("kernel.cu"), source);
    Map<String, Integer> constants = new HashMap<>();
    for (String size : sizes.split(" ", -1)) {
      String[] nameAndValue = size.split("=", -1);
      constants.put(nameAndValue[0], Integer.valueOf(nameAndValue[1]));
    }
    assertThat(CudaTools.compiled(folder, text, constants)).doesNotContain("error");
  }

  private static Path source(String name) {
    return SOURCES.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}
