package io.tfsno.engine.kernel;

import io.tfsno.engine.Natives;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bytedeco.cuda.global.nvrtc;
import org.bytedeco.cuda.nvrtc._nvrtcProgram;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;

/** CUDA's compiler. Needs no GPU, and any number of threads may use it at a time. */
final class Nvrtc {
  private static boolean loaded;

  private Nvrtc() {}

  /** Loads the library; to be called before threads that have no part in loading use it. */
  static synchronized void load() {
    if (!loaded) {
      Natives.load();
      Loader.load(nvrtc.class);
      loaded = true;
    }
  }

  /** Machine code for a source. */
  static byte[] translate(String source, List<String> options) {
    try (PointerScope scope = new PointerScope()) {
      _nvrtcProgram program = new _nvrtcProgram();
      require(
          nvrtc.nvrtcCreateProgram(
              program,
              new BytePointer(source, StandardCharsets.UTF_8),
              new BytePointer("tfsno.cu"),
              0,
              (PointerPointer) null,
              (PointerPointer) null));
      try {
        return compiled(program, options);
      } finally {
        nvrtc.nvrtcDestroyProgram(program);
      }
    }
  }

  private static byte[] compiled(_nvrtcProgram program, List<String> options) {
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
    return code;
  }

  private static String log(_nvrtcProgram program) {
    SizeTPointer size = new SizeTPointer(1);
    nvrtc.nvrtcGetProgramLogSize(program, size);
    BytePointer log = new BytePointer(size.get());
    nvrtc.nvrtcGetProgramLog(program, log);
    return log.getString();
  }

  private static void require(int status) {
    if (status != 0) {
      throw new IllegalStateException("NVRTC: " + nvrtc.nvrtcGetErrorString(status).getString());
    }
  }
}
