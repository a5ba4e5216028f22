package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** packaging/archive.sh with a real Java: whatever lies in the archive's place, it starts. */
@EnabledOnOs(OS.LINUX)
class ClassArchiveTest {
  @TempDir private Path temp;
  private Path archive;

  @BeforeEach
  void makeAnArchive() throws Exception {
    archive = temp.resolve("classes.jsa");
    Files.writeString(temp.resolve("list"), "java/lang/Object\njava/lang/String\n");
    assertThat(start()).contains("faster starts").contains("version").contains("used");
    assertThat(archive).isNotEmptyFile();
  }

  @Test
  void archive_thatFits_isUsedSilently() throws Exception {
    assertThat(start()).doesNotContain("faster starts").doesNotContain("warning");
  }

  @Test
  void archive_cutOffOrReplacedOrGone_isMadeAnew() throws Exception {
    assertThat(archive.toFile().setWritable(true)).isTrue();
    byte[] whole = Files.readAllBytes(archive);
    Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
    assertThat(start()).contains("faster starts").contains("version");
    Files.delete(archive);
    Files.writeString(archive, "no archive");
    assertThat(start()).contains("faster starts").contains("version");
    Files.delete(archive);
    assertThat(start()).contains("faster starts").contains("used");
  }

  @Test
  void archive_olderThanTheJarOrOfAnotherJava_isMadeAnew() throws Exception {
    Files.writeString(temp.resolve("classes.jsa.key"), "another\n");
    assertThat(start()).contains("faster starts");
    Path jar = temp.resolve("newest");
    Files.setLastModifiedTime(
        jar, FileTime.from(Files.getLastModifiedTime(archive).toInstant().plusSeconds(5)));
    assertThat(start()).contains("faster starts");
  }

  /** What Java and the script print together, with "used" where the archive was given to Java. */
  private String start() throws IOException, InterruptedException {
    Path newest = temp.resolve("newest");
    if (!Files.exists(newest)) {
      Files.createFile(newest);
      Files.setLastModifiedTime(newest, FileTime.fromMillis(0));
    }
    String script =
        """
        set -euo pipefail
        java="$1" classpath="$2/newest" flags=(-Xshare:auto -XX:+UseSerialGC)
        . packaging/archive.sh
        use_archive "$2" "this one" "$2/newest" "$2/list"
        case "${flags[*]}" in *SharedArchiveFile*) echo used ;; esac
        exec "$java" "${flags[@]}" -version
        """;
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(List.of("bash", "-c", script, "bash", java, temp.toString()))
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
