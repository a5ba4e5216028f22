package io.tfsno.nn;

import io.tfsno.engine.DType;
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

  /**
   * A file with what all files share in front, for some sizes. Name it when it is clear that it
   * will be used: that is when its compilation begins.
   */
  static Kernels kernels(String file, Map<String, Integer> sizes) {
    GpuPath path = GpuPath.current();
    Map<String, Integer> all = new HashMap<>(sizes);
    all.put("PRODUCTS", path.products());
    all.put("FIELD16", path.fields() == DType.BFLOAT16 ? 1 : 0);
    String source = WITH_PRELUDE.computeIfAbsent(file, name -> text("prelude") + "\n" + text(name));
    return Kernels.of(source, all);
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
