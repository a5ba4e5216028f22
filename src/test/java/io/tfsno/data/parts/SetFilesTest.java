package io.tfsno.data.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetFilesTest {
  @TempDir private Path folder;

  @BeforeEach
  void make() throws IOException {
    for (String name : List.of("part-10.h5", "part-2.h5", "part-1.h5", "part-1.h5.part", "a.h5")) {
      Files.writeString(folder.resolve(name), "");
    }
    for (String inner : List.of("x", "y")) {
      Files.createDirectories(folder.resolve(inner));
      Files.writeString(folder.resolve(inner).resolve("set.h5"), "");
    }
  }

  private List<String> found(String pattern) {
    return SetFiles.of(folder.resolve(pattern)).stream()
        .map(file -> folder.relativize(file).toString())
        .toList();
  }

  @Test
  void pattern_standsForItsFiles_inTheOrderOfTheirNumbers() {
    assertThat(found("part-*.h5")).containsExactly("part-1.h5", "part-2.h5", "part-10.h5");
    assertThat(found("part-?.h5")).containsExactly("part-1.h5", "part-2.h5");
    assertThat(found("*/set.h5")).containsExactly("x/set.h5", "y/set.h5");
    assertThat(found("{part-*.h5,a.h5}")).endsWith("part-10.h5", "a.h5").hasSize(4);
  }

  @Test
  void plainPath_isItself_whetherItIsThereOrNot() throws IOException {
    assertThat(found("missing.h5")).containsExactly("missing.h5");
    Files.writeString(folder.resolve("odd*name.h5"), "");
    assertThat(found("odd*name.h5")).containsExactly("odd*name.h5");
    assertThat(SetFiles.exist(folder.resolve("missing.h5"))).isFalse();
    assertThat(SetFiles.exist(folder.resolve("part-*.h5"))).isTrue();
    assertThat(SetFiles.exist(folder.resolve("{a.h5,missing.h5}"))).isFalse();
  }

  @Test
  void list_becomesOnePathThatStandsForTheSameFiles() {
    String together = SetFiles.together(List.of("y/set.h5", "part-*.h5"));
    assertThat(together).isEqualTo("{y/set.h5,part-*.h5}");
    assertThat(found(together)).startsWith("y/set.h5", "part-1.h5").hasSize(4);
    String absolute =
        SetFiles.together(
            List.of(folder.resolve("x/set.h5").toString(), folder.resolve("a.h5").toString()));
    assertThat(SetFiles.of(Path.of(absolute)))
        .containsExactly(folder.resolve("x/set.h5"), folder.resolve("a.h5"));
    assertThat(SetFiles.together(List.of("a.h5"))).isEqualTo("a.h5");
  }

  @Test
  void name_ofASet_isTheLastPartOfItsPath() {
    assertThat(SetFiles.name(Path.of("data/e1.h5"))).isEqualTo("e1.h5");
    assertThat(SetFiles.name(Path.of("data/part-*.h5"))).isEqualTo("part-*.h5");
    assertThat(SetFiles.name(Path.of("data/{a.h5,x/b.h5}"))).isEqualTo("{a.h5,x/b.h5}");
  }

  @Test
  void patternsWithoutFiles_orWithOneTwice_areRefused() {
    assertRefused("train-*.h5", "train-*.h5: expected one or more files of that name, found none");
    assertRefused("nowhere/*.h5", "nowhere/*.h5: expected one or more files of that name");
    assertRefused("{a.h5,missing.h5}", "missing.h5: expected one or more files of that name");
    assertRefused("{part-1.h5,part-*.h5}", "expected each file once, found", "part-1.h5 twice");
  }

  private void assertRefused(String pattern, String... message) {
    assertThatThrownBy(() -> SetFiles.of(folder.resolve(pattern)))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(message);
  }

  @Test
  void lists_thatCannotBeOnePath_areRefused() {
    for (List<String> list :
        List.of(List.<String>of(), List.of("a.h5", "/b.h5"), List.of("a,b", "c"))) {
      assertThatThrownBy(() -> SetFiles.together(list))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("all relative or all absolute, without commas");
    }
  }
}
