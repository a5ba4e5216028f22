package io.tfsno.engine.kernel;

import io.tfsno.base.StartTimes;
import io.tfsno.engine.Ahead;
import io.tfsno.engine.Cuda;
import io.tfsno.engine.Natives;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerScope;

/**
 * A file of CUDA C for the GPU at hand and for one choice of sizes, which are constants of the
 * code. Its compilation begins in the background when somebody first names it; the code is loaded
 * when a kernel of it is first used, and kept until the program ends.
 */
public final class Kernels {
  private record Key(String source, Map<String, Integer> sizes, int architecture) {}

  private static final Map<Key, Kernels> KNOWN = new ConcurrentHashMap<>();

  /** What takes the place of the GPU in this thread, in tests. */
  static final ThreadLocal<Rehearsal> REHEARSAL = new ThreadLocal<>();

  private record Attribute(int device, int which) {}

  /** Launches ask for some of them every time. */
  private static final Map<Attribute, Integer> ATTRIBUTES = new ConcurrentHashMap<>();

  /** The first architecture whose kernels can wait for each other on the chip. */
  private static final int HOPPER = 90;

  private final Map<String, Kernel> kernels = new ConcurrentHashMap<>();
  private final String source;
  private final boolean startEarly;
  private final boolean rehearsed;
  private Ahead<byte[]> code;
  private CUmod_st module;

  private Kernels(Key key) {
    source = key.source;
    startEarly = key.architecture >= HOPPER;
    rehearsed = false;
    List<String> options = new ArrayList<>();
    options.add("--gpu-architecture=sm_" + key.architecture);
    options.add("--std=c++17");
    key.sizes.forEach((name, value) -> options.add("-D" + name + "=" + value));
    code =
        new Ahead<>(
            () -> KernelCache.get(key.source, options, () -> Nvrtc.translate(key.source, options)));
  }

  private Kernels(String source) {
    this.source = source;
    startEarly = false;
    rehearsed = true;
  }

  /**
   * Does not wait for the compiler.
   *
   * @param source the text of the file
   * @param sizes macros that the text is compiled with
   */
  public static Kernels of(String source, Map<String, Integer> sizes) {
    if (REHEARSAL.get() != null) {
      return new Kernels(source);
    }
    Nvrtc.load();
    Cuda.bind();
    return KNOWN.computeIfAbsent(
        new Key(source, new TreeMap<>(sizes), architecture()), Kernels::new);
  }

  /** A kernel of the file, that uses at most so much dynamic shared memory. */
  public Kernel kernel(String name, int sharedBytes) {
    return kernels.computeIfAbsent(
        name,
        n ->
            new Kernel(
                rehearsed ? null : module(),
                n,
                KernelParameter.of(source, n),
                sharedBytes,
                startEarly));
  }

  private synchronized CUmod_st module() {
    if (module == null) {
      Cuda.bind();
      try (PointerScope scope = new PointerScope()) {
        CUmod_st loaded = new CUmod_st();
        byte[] machine = code.get();
        StartTimes.once("first kernels compiled, or found in the cache");
        Cuda.require(cudart.cuModuleLoadData(loaded, new BytePointer(machine)));
        StartTimes.once("first kernels loaded");
        module = Natives.immortal(loaded);
      }
      code = null;
    }
    return module;
  }

  private static int architecture() {
    return 10 * attribute(cudart.cudaDevAttrComputeCapabilityMajor)
        + attribute(cudart.cudaDevAttrComputeCapabilityMinor);
  }

  /** Of the current GPU. */
  private static int attribute(int which) {
    try (PointerScope scope = new PointerScope()) {
      IntPointer device = new IntPointer(1);
      Cuda.require(cudart.cudaGetDevice(device));
      return ATTRIBUTES.computeIfAbsent(new Attribute(device.get(), which), Kernels::ask);
    }
  }

  private static int ask(Attribute attribute) {
    IntPointer value = new IntPointer(1);
    Cuda.require(cudart.cudaDeviceGetAttribute(value, attribute.which, attribute.device));
    return value.get();
  }

  /** Shared memory that a block can have on the current GPU. */
  public static int sharedBytes() {
    Rehearsal rehearsal = REHEARSAL.get();
    return rehearsal == null
        ? attribute(cudart.cudaDevAttrMaxSharedMemoryPerBlockOptin)
        : rehearsal.sharedBytes();
  }

  /** Number of multiprocessors of the current GPU. */
  public static int multiprocessors() {
    Rehearsal rehearsal = REHEARSAL.get();
    return rehearsal == null
        ? attribute(cudart.cudaDevAttrMultiProcessorCount)
        : rehearsal.multiprocessors();
  }
}
