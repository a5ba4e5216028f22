package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.kernel.KernelText;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** CUDA C files of networks, with what all of them share in front. */
public final class CudaSource {
  private record Key(Class<?> room, List<String> files) {}

  private static final Map<Key, String> WITH_PRELUDE = new ConcurrentHashMap<>();

  private CudaSource() {}

  /**
   * A file with what all files share in front, for some sizes. Name it when it is clear that it
   * will be used: that is when its compilation begins.
   *
   * @param room a class of the package that the file belongs to
   */
  public static Kernels kernels(
      GpuPath path, Class<?> room, String file, Map<String, Integer> sizes) {
    return kernels(path, room, List.of(file), sizes);
  }

  /** Files that follow on each other, as one. */
  public static Kernels kernels(
      GpuPath path, Class<?> room, List<String> files, Map<String, Integer> sizes) {
    Map<String, Integer> all = new HashMap<>(sizes);
    all.put("PRODUCTS", path.products());
    all.put("FIELD16", path.fields() == DType.BFLOAT16 ? 1 : 0);
    String source = WITH_PRELUDE.computeIfAbsent(new Key(room, files), CudaSource::withPrelude);
    return Kernels.of(source, all);
  }

  private static String withPrelude(Key key) {
    return Stream.concat(
            Stream.of(KernelText.launch(), KernelText.of(CudaSource.class, "prelude")),
            key.files.stream().map(file -> KernelText.of(key.room, file)))
        .collect(Collectors.joining("\n"));
  }
}
