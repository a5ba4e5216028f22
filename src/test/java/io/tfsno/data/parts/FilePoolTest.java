package io.tfsno.data.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FilePoolTest {
  private static final List<Path> PATHS =
      IntStream.range(0, 20).mapToObj(i -> Path.of("file-" + i)).toList();

  private final Set<Handle> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger openings = new AtomicInteger();
  private final FilePool<Handle> pool = new FilePool<>(PATHS, Handle::new, 3);

  private final class Handle implements AutoCloseable {
    private final Path path;

    Handle(Path path) {
      this.path = path;
      openings.incrementAndGet();
      open.add(this);
    }

    Path path() {
      assertThat(open).contains(this);
      return path;
    }

    @Override
    public void close() {
      open.remove(this);
    }
  }

  @Test
  void files_thatWereUsedLast_stayOpen() {
    for (int i : new int[] {0, 1, 2, 0, 3, 0, 2}) {
      assertThat(pool.<Path>with(i, Handle::path)).isEqualTo(PATHS.get(i));
      assertThat(open).hasSizeLessThanOrEqualTo(3);
    }
    assertThat(openings).hasValue(4);
    assertThat(pool.open()).isEqualTo(3);
    pool.close();
    assertThat(open).isEmpty();
  }

  @Test
  void fileInUse_isNotClosed_howeverManyAreNeededAtOnce() {
    Path path = pool.with(0, file -> nested(1, file));
    assertThat(path).isEqualTo(PATHS.get(0));
    assertThat(open).hasSizeLessThanOrEqualTo(3);
  }

  private Path nested(int next, Handle first) {
    return next == 6 ? first.path() : pool.with(next, file -> nested(next + 1, first));
  }

  @Test
  void manyThreads_readTheirFiles() {
    IntStream.range(0, 4000)
        .parallel()
        .forEach(
            i -> {
              int file = i * 7 % 20;
              assertThat(pool.<Path>with(file, Handle::path)).isEqualTo(PATHS.get(file));
            });
    assertThat(open).hasSizeLessThanOrEqualTo(3);
    pool.close();
    assertThat(open).isEmpty();
    assertThatThrownBy(() -> pool.with(0, Handle::path)).hasMessageContaining("closed");
  }
}
