package io.tfsno.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/** A function that runs on a GPU. */
public final class Kernel {
  private final CUfunc_st function;
  private final int sharedBytes;
  private final Map<Integer, Integer> blocksByThreads = new ConcurrentHashMap<>();

  Kernel(CUmod_st module, String name, int sharedBytes) {
    this.sharedBytes = sharedBytes;
    try (PointerScope scope = new PointerScope()) {
      CUfunc_st found = new CUfunc_st();
      Cuda.require(cudart.cuModuleGetFunction(found, module, name));
      Cuda.require(
          cudart.cuFuncSetAttribute(
              found, cudart.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, sharedBytes));
      function = Natives.immortal(found);
    }
  }

  /** How many blocks of so many threads a multiprocessor holds at a time. */
  public int blocksPerMultiprocessor(int threads) {
    return blocksByThreads.computeIfAbsent(threads, this::askBlocks);
  }

  private int askBlocks(int threads) {
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
  public void launch(int blocks, int threads, Object... arguments) {
    launchBox(blocks, 1, 1, threads, arguments);
  }

  /**
   * Queues the kernel on the current stream.
   *
   * @param arguments tensors (their memory; null for none), ints, longs and floats, as the kernel
   *     lists them. Tensors must be contiguous.
   */
  public void launchBox(int x, int y, int z, int threads, Object... arguments) {
    Cuda.bind();
    try (PointerScope scope = new PointerScope()) {
      LongPointer values = new LongPointer(arguments.length);
      PointerPointer<LongPointer> places = new PointerPointer<>(arguments.length);
      for (int i = 0; i < arguments.length; i++) {
        values.put(i, value(arguments[i]));
        places.put(i, values.getPointer(i));
      }
      Cuda.require(
          cudart.cuLaunchKernel(
              function,
              x,
              y,
              z,
              threads,
              1,
              1,
              sharedBytes,
              torch_cuda.getCurrentCUDAStream().stream(),
              places,
              null));
    }
  }

  /** Eight bytes; the kernel reads as many of them as its argument has. */
  private static long value(Object argument) {
    if (argument instanceof Tensor t) {
      return t.handle.data_ptr().address();
    }
    if (argument instanceof Float f) {
      return Float.floatToRawIntBits(f);
    }
    if (argument instanceof Number n) {
      return n.longValue();
    }
    return 0;
  }
}
