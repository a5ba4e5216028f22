package io.tfsno.nn;

import io.tfsno.engine.Kernels;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The CUDA C files of this room. */
final class CudaSource {
  private static final Map<String, String> WITH_PRELUDE = new ConcurrentHashMap<>();

  private CudaSource() {}

  /** A file with what all files share in front, compiled for some sizes. */
  static Kernels compile(String file, Map<String, Integer> sizes) {
    Map<String, Integer> all = new HashMap<>(sizes);
    all.put("PRODUCTS", GpuPath.current().products());
    String source = WITH_PRELUDE.computeIfAbsent(file, name -> text("prelude") + "\n" + text(name));
    return Kernels.compile(source, all);
  }

  private static String text(String file) {
    String name = "cuda/" + file + ".cu";
    try (InputStream in = CudaSource.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
