package io.tfsno.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.cuda.global.nvrtc;
import org.bytedeco.cuda.nvrtc._nvrtcProgram;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;

/**
 * A file of CUDA C, compiled when it is first needed for the GPU at hand and for one choice of
 * sizes, which are constants of the code. Compiled code is kept until the program ends.
 */
public final class Kernels {
  private record Key(String source, Map<String, Integer> sizes, int architecture) {}

  private static final Map<Key, Kernels> COMPILED = new ConcurrentHashMap<>();

  private final CUmod_st module;
  private final Map<String, Kernel> kernels = new ConcurrentHashMap<>();

  private Kernels(CUmod_st module) {
    this.module = module;
  }

  /**
   * @param source the text of the file
   * @param sizes macros that the text is compiled with
   */
  public static Kernels compile(String source, Map<String, Integer> sizes) {
    Natives.load();
    Cuda.bind();
    Key key = new Key(source, new TreeMap<>(sizes), architecture());
    return COMPILED.computeIfAbsent(key, Kernels::compile);
  }

  /** A kernel of the file, that uses at most so much dynamic shared memory. */
  public Kernel kernel(String name, int sharedBytes) {
    return kernels.computeIfAbsent(name, n -> new Kernel(module, n, sharedBytes));
  }

  private static Kernels compile(Key key) {
    try (PointerScope scope = new PointerScope()) {
      List<String> options = new ArrayList<>();
      options.add("--gpu-architecture=sm_" + key.architecture);
      options.add("--std=c++17");
      key.sizes.forEach((name, value) -> options.add("-D" + name + "=" + value));
      byte[] code = KernelCache.get(key.source, options, () -> translate(key.source, options));
      CUmod_st module = new CUmod_st();
      Cuda.require(cudart.cuModuleLoadData(module, new BytePointer(code)));
      return new Kernels(Natives.immortal(module));
    }
  }

  private static byte[] translate(String source, List<String> options) {
    _nvrtcProgram program = new _nvrtcProgram();
    require(
        nvrtc.nvrtcCreateProgram(
            program,
            new BytePointer(source, StandardCharsets.UTF_8),
            new BytePointer("tfsno.cu"),
            0,
            (PointerPointer) null,
            (PointerPointer) null));
    PointerPointer<BytePointer> pointers = new PointerPointer<>(options.size());
    for (int i = 0; i < options.size(); i++) {
      pointers.put(i, new BytePointer(options.get(i)));
    }
    if (nvrtc.nvrtcCompileProgram(program, options.size(), pointers) != 0) {
      throw new IllegalStateException("CUDA code does not compile: " + log(program));
    }
    SizeTPointer size = new SizeTPointer(1);
    require(nvrtc.nvrtcGetCUBINSize(program, size));
    byte[] code = new byte[Math.toIntExact(size.get())];
    require(nvrtc.nvrtcGetCUBIN(program, code));
    nvrtc.nvrtcDestroyProgram(program);
    return code;
  }

  private static String log(_nvrtcProgram program) {
    SizeTPointer size = new SizeTPointer(1);
    nvrtc.nvrtcGetProgramLogSize(program, size);
    BytePointer log = new BytePointer(size.get());
    nvrtc.nvrtcGetProgramLog(program, log);
    return log.getString();
  }

  private static int architecture() {
    try (PointerScope scope = new PointerScope()) {
      return 10 * attribute(cudart.cudaDevAttrComputeCapabilityMajor)
          + attribute(cudart.cudaDevAttrComputeCapabilityMinor);
    }
  }

  private static int attribute(int which) {
    IntPointer value = new IntPointer(1);
    IntPointer device = new IntPointer(1);
    Cuda.require(cudart.cudaGetDevice(device));
    Cuda.require(cudart.cudaDeviceGetAttribute(value, which, device.get()));
    return value.get();
  }

  /** Number of multiprocessors of the current GPU. */
  public static int multiprocessors() {
    try (PointerScope scope = new PointerScope()) {
      return attribute(cudart.cudaDevAttrMultiProcessorCount);
    }
  }

  private static void require(int status) {
    if (status != 0) {
      throw new IllegalStateException("NVRTC: " + nvrtc.nvrtcGetErrorString(status).getString());
    }
  }
}
