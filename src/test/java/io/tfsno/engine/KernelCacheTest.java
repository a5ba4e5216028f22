package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelCacheTest {
  @TempDir Path folder;
  private final AtomicInteger compilations = new AtomicInteger();

  private byte[] get(Path where, String source, String option) {
    return KernelCache.get(
        where,
        source,
        List.of(option),
        () -> {
          compilations.incrementAndGet();
          return (source + option).getBytes(StandardCharsets.UTF_8);
        });
  }

  @Test
  void code_askedForTwice_isCompiledOnce() {
    assertThat(get(folder, "a", "-DN=1")).isEqualTo(get(folder, "a", "-DN=1"));
    assertThat(compilations).hasValue(1);
    assertThat(get(folder, "a", "-DN=2")).isNotEqualTo(get(folder, "b", "-DN=1"));
    assertThat(compilations).hasValue(3);
  }

  @Test
  void damagedFile_isCompiledAgain() throws IOException {
    byte[] good = get(folder, "a", "-DN=1");
    try (var files = Files.list(folder)) {
      Path file = files.findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      bytes[0] ^= 1;
      Files.write(file, bytes);
    }
    assertThat(get(folder, "a", "-DN=1")).isEqualTo(good);
    try (var files = Files.list(folder)) {
      Files.write(files.findFirst().orElseThrow(), new byte[3]);
    }
    assertThat(get(folder, "a", "-DN=1")).isEqualTo(good);
    assertThat(compilations).hasValue(3);
  }

  @Test
  void folderThatCannotBeMade_costsOnlyTime() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(get(file.resolve("below"), "a", "-DN=1")).isNotEmpty();
    assertThat(get(file.resolve("below"), "a", "-DN=1")).isNotEmpty();
    assertThat(compilations).hasValue(2);
  }
}
