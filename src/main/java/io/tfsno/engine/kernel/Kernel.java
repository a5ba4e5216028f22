package io.tfsno.engine.kernel;

import io.tfsno.engine.Cuda;
import io.tfsno.engine.Natives;
import io.tfsno.engine.StepGraph;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUlaunchAttribute;
import org.bytedeco.cuda.cudart.CUlaunchConfig;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/** A function that runs on a GPU. */
public final class Kernel {
  private final String name;
  private final List<KernelParameter> parameters;
  private final CUfunc_st function;
  private final int sharedBytes;
  private final boolean startsEarly;
  private final Map<Integer, Integer> blocksByThreads = new ConcurrentHashMap<>();

  /**
   * @param module null for a rehearsal
   * @param parameters as the source declares them
   * @param startsEarly that the kernel waits for the one before it by itself, and so can be placed
   *     on the chip while that one still runs
   */
  Kernel(
      CUmod_st module,
      String name,
      List<KernelParameter> parameters,
      int sharedBytes,
      boolean startsEarly) {
    this.name = name;
    this.parameters = parameters;
    this.sharedBytes = sharedBytes;
    this.startsEarly = startsEarly;
    function = module == null ? null : find(module);
  }

  private CUfunc_st find(CUmod_st module) {
    try (PointerScope scope = new PointerScope()) {
      CUfunc_st found = new CUfunc_st();
      Cuda.require(cudart.cuModuleGetFunction(found, module, name));
      Cuda.require(
          cudart.cuFuncSetAttribute(
              found, cudart.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, sharedBytes));
      return Natives.immortal(found);
    }
  }

  /**
   * As many blocks as there is work for, but no more than the chip holds at a time.
   *
   * @param threads of a block
   */
  public int blocksFor(long wanted, int threads) {
    int together = blocksByThreads.computeIfAbsent(threads, this::askBlocks);
    return (int) Math.min((long) Kernels.multiprocessors() * together, wanted);
  }

  /** How many blocks of n threads a multiprocessor holds at a time. */
  private int askBlocks(int threads) {
    if (function == null) {
      return 1;
    }
    Cuda.bind();
    try (PointerScope scope = new PointerScope()) {
      IntPointer blocks = new IntPointer(1);
      Cuda.require(
          cudart.cuOccupancyMaxActiveBlocksPerMultiprocessor(
              blocks, function, threads, sharedBytes));
      return Math.max(1, blocks.get());
    }
  }

  /** Queues the kernel on the current stream, with a line of blocks. */
  public void launch(int blocks, int threads, Arguments arguments) {
    launchBox(blocks, 1, 1, threads, arguments);
  }

  /** Queues the kernel on the current stream. */
  public void launchBox(int x, int y, int z, int threads, Arguments arguments) {
    require(arguments);
    if (function == null) {
      Kernels.REHEARSAL.get().launched(name, x, y, z, threads);
      return;
    }
    Cuda.bind();
    try (PointerScope scope = new PointerScope()) {
      int count = parameters.size();
      LongPointer values = new LongPointer(count);
      PointerPointer<LongPointer> places = new PointerPointer<>(count);
      for (int i = 0; i < count; i++) {
        values.put(i, arguments.value(i));
        places.put(i, values.getPointer(i));
      }
      CUlaunchConfig config =
          new CUlaunchConfig()
              .gridDimX(x)
              .gridDimY(y)
              .gridDimZ(z)
              .blockDimX(threads)
              .blockDimY(1)
              .blockDimZ(1)
              .sharedMemBytes(sharedBytes)
              .hStream(torch_cuda.getCurrentCUDAStream().stream());
      // Outside of captured steps the host's calls take longer than what this saves, and a kernel
      // might follow on the update of the weights that it reads before it waits.
      if (startsEarly && StepGraph.isCapturing()) {
        config.attrs(earlyStart()).numAttrs(1);
      } else {
        config.attrs(null).numAttrs(0);
      }
      Cuda.require(cudart.cuLaunchKernelEx(config, function, places, null));
    }
  }

  private static CUlaunchAttribute earlyStart() {
    CUlaunchAttribute attribute =
        new CUlaunchAttribute().id(cudart.CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);
    attribute.value().programmaticStreamSerializationAllowed(1);
    return attribute;
  }

  private void require(Arguments arguments) {
    if (!arguments.match(parameters)) {
      throw new IllegalArgumentException(
          "the kernel '%s' takes %s, not %s".formatted(name, parameters, arguments));
    }
  }
}
