package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Kernels;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The CUDA C files of this room. */
final class CudaSource {
  private static final Map<List<String>, String> WITH_PRELUDE = new ConcurrentHashMap<>();

  private CudaSource() {}

  /**
   * A file with what all files share in front, for some sizes. Name it when it is clear that it
   * will be used: that is when its compilation begins.
   */
  static Kernels kernels(String file, Map<String, Integer> sizes) {
    return kernels(List.of(file), sizes);
  }

  /** Files that follow on each other, as one. */
  static Kernels kernels(List<String> files, Map<String, Integer> sizes) {
    GpuPath path = GpuPath.current();
    Map<String, Integer> all = new HashMap<>(sizes);
    all.put("PRODUCTS", path.products());
    all.put("FIELD16", path.fields() == DType.BFLOAT16 ? 1 : 0);
    return Kernels.of(WITH_PRELUDE.computeIfAbsent(files, CudaSource::withPrelude), all);
  }

  private static String withPrelude(List<String> files) {
    return Stream.concat(Stream.of("prelude"), files.stream())
        .map(CudaSource::text)
        .collect(Collectors.joining("\n"));
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
