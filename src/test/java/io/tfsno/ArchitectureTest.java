package io.tfsno;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The plan of the house: which room may look into which. */
class ArchitectureTest {
  /** A room may use itself and the rooms before it. */
  private static final List<String> ROOMS =
      List.of(
          "base",
          "engine",
          "spectral",
          "pde",
          "data",
          "nn",
          "operator",
          "run",
          "train",
          "eval",
          "api",
          "bench",
          "report",
          "serve",
          "cli");

  private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--[a-z]");

  /** Comments and characters are matched too, since quotes in them begin no text. */
  private static final Pattern COMMENT_OR_TEXT =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\\n]*|'(?:\\\\.|[^'])'|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*+\"");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.tfsno");

  @Test
  void rooms_inTheirOrder_useOnlyEarlierOnes() {
    LayeredArchitecture house =
        layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (String room : ROOMS) {
      house = house.layer(room).definedBy("io.tfsno." + room + "..");
    }
    house = house.whereLayer(ROOMS.get(0)).mayNotAccessAnyLayer();
    for (int i = 1; i < ROOMS.size(); i++) {
      house =
          house
              .whereLayer(ROOMS.get(i))
              .mayOnlyAccessLayers(ROOMS.subList(0, i).toArray(new String[0]));
    }
    house.check(MAIN);
  }

  @Test
  void classes_ofTheProject_liveInAKnownRoom() {
    classes()
        .should()
        .resideInAnyPackage(
            ROOMS.stream().map(room -> "io.tfsno." + room + "..").toArray(String[]::new))
        .check(MAIN);
  }

  @Test
  void libtorch_outsideTheEngine_isUnknown() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tfsno.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.bytedeco..")
        .check(MAIN);
  }

  @Test
  void rooms_takenTogether_haveNoCycles() {
    slices().matching("io.tfsno.(*)..").should().beFreeOfCycles().check(MAIN);
  }

  @Test
  void packages_innerOnesIncluded_haveNoCycles() {
    slices().matching("io.tfsno.(**)").should().beFreeOfCycles().check(MAIN);
  }

  @Test
  void packages_ofMain_holdAtMostThirtyFiles() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      assertThat(
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .collect(Collectors.groupingBy(Path::getParent, Collectors.counting())))
          .isNotEmpty()
          .allSatisfy(
              (folder, count) -> assertThat(count).as("%s", folder).isLessThanOrEqualTo(30L));
    }
  }

  /** Who uses these rooms as a library has no flags; the commands add theirs to a message. */
  @Test
  void texts_ofInnerRooms_nameNoFlags() throws IOException {
    for (String room : ROOMS.subList(0, ROOMS.indexOf("cli"))) {
      try (Stream<Path> files = Files.walk(Path.of("src", "main", "java", "io", "tfsno", room))) {
        assertThat(files.filter(file -> file.toString().endsWith(".java")))
            .isNotEmpty()
            .filteredOn(file -> !file.endsWith("Kernels.java")) // options of NVIDIA's compiler
            .allSatisfy(
                file ->
                    assertThat(texts(Files.readString(file)))
                        .as("%s", file)
                        .noneMatch(text -> FLAG.matcher(text).find()));
      }
    }
  }

  private static List<String> texts(String source) {
    return COMMENT_OR_TEXT
        .matcher(source)
        .results()
        .map(MatchResult::group)
        .filter(found -> found.startsWith("\""))
        .toList();
  }

  @Test
  void packages_ofMain_sayWhatTheyAreFor() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      List<Path> packages =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(Path::getParent)
              .distinct()
              .toList();
      assertThat(packages)
          .isNotEmpty()
          .allSatisfy(folder -> assertThat(folder.resolve("package-info.java")).exists());
    }
  }
}
