package io.tfsno.operator.tfsno.cuda;

import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.cuda.CudaSource;
import io.tfsno.nn.cuda.Tiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The kernels of moments.cu and gate.cu for a gate, and how their threads share the work.
 *
 * <p>Where a sample is small one block looks at all of it. Else moments and statistics are kernels
 * of their own.
 */
final class GateKernels {
  static final int THREADS = 256;

  /** Of a block that goes back through the moments, or that has a row for each of its warps. */
  static final int ROW_WARPS = 4;

  private static final int LOOK_WARPS = 16;
  static final int LOOK_THREADS = 32 * LOOK_WARPS;

  /** How many numbers of a sample a thread can hold without running out of registers. */
  private static final int MOST_HELD = 72;

  /** Points of a line that the lanes of a warp can hold. */
  private static final int LONG_LINE = 1024;

  private final Kernels kernels;
  private final boolean looks;
  private final int rowThreads;

  /**
   * @param sizes of MetaNet
   */
  GateKernels(
      GpuPath path, int axes, int points, int channels, int modes, Map<String, Integer> sizes) {
    looks = looks(axes, points, channels, modes);
    if (looks) {
      rowThreads = lookRowThreads(channels);
    } else {
      rowThreads = axes == 1 ? lineThreads(points) : Math.min(THREADS, points * points);
    }
    Map<String, Integer> all = new HashMap<>(sizes);
    all.put("AXES", axes);
    all.put("N", points);
    all.put("C", channels);
    all.put("K", modes);
    all.put("THREADS", THREADS);
    all.put("ROW_THREADS", rowThreads);
    all.put("ROW_WARPS", ROW_WARPS);
    all.put("LOOK_WARPS", looks ? LOOK_WARPS : 0);
    kernels = CudaSource.kernels(path, GateKernels.class, List.of("moments", "gate"), all);
  }

  /** As many as there are for each channel: the fewer lanes add up, the fewer steps it takes. */
  private static int lookRowThreads(int channels) {
    return Math.min(32, Integer.highestOneBit(LOOK_THREADS / channels));
  }

  /** A warp for a line, or as many threads as share a longer one evenly. */
  private static int lineThreads(int points) {
    return points <= LONG_LINE ? 32 : Math.min(THREADS, Integer.lowestOneBit(points));
  }

  private static int held(int points, int channels, int modes) {
    int ofRow = points / lookRowThreads(channels);
    int ofModes = 2 * Tiles.count(modes, LOOK_WARPS) * Tiles.count(channels, 32);
    return ofRow + ofModes;
  }

  /** Whether one block looks at all of a sample. */
  static boolean looks(int axes, int points, int channels, int modes) {
    return axes == 1 && held(points, channels, modes) <= MOST_HELD;
  }

  /** Whether there is one kernel for moments and statistics. */
  boolean looks() {
    return looks;
  }

  /** Rows of a block of moments. */
  int rowsPerBlock() {
    return rowThreads == 32 ? ROW_WARPS : 1;
  }

  /** Threads of a block of moments. */
  int momentsThreads() {
    return rowThreads * rowsPerBlock();
  }

  Kernel kernel(String name, int sharedFloats) {
    return kernels.kernel(name, 4 * sharedFloats);
  }
}
