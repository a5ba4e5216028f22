package io.tfsno.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  /** Threads of one program and threads of several differ in nothing that the file system sees. */
  @Test
  void entry_writtenAndReadByManyThreadsAtOnce_isAlwaysWhole() throws Exception {
    byte[] code = new byte[1 << 18];
    new Random(1).nextBytes(code);
    Set<String> wrong = ConcurrentHashMap.newKeySet();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 20; i++) {
                  Path own = folder.resolve("round" + i);
                  if (!Arrays.equals(KernelCache.get(own, "a", List.of(), () -> code), code)) {
                    wrong.add("got other code");
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
    for (int i = 0; i < 20; i++) {
      Path own = folder.resolve("round" + i);
      try (var files = Files.list(own)) {
        assertThat(files).as("no parts are left behind").hasSize(1);
      }
      byte[] again = KernelCache.get(own, "a", List.of(), () -> fail("was not kept"));
      assertThat(again).isEqualTo(code);
    }
  }
}
