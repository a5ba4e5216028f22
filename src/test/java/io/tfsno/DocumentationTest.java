package io.tfsno;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a reader meets: links that lead somewhere, and pages few enough to be read. */
class DocumentationTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
  private static final Path PAGES = Path.of("docs");

  /** Not a page: {@code report} takes it into results.md. */
  private static final Path PART = PAGES.resolve("results-reading.md");

  private static List<Path> markdown(Path folder, int depth) throws IOException {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  private static List<Path> all() throws IOException {
    List<Path> files = new ArrayList<>(markdown(PAGES, 2));
    files.remove(PART);
    files.addAll(
        List.of(Path.of("README.md"), Path.of("CONTRIBUTING.md"), Path.of("CHANGELOG.md")));
    files.add(Path.of("models", "README.md"));
    return files;
  }

  /** As readers of Markdown name headings: lower case, without marks, with hyphens. */
  private static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_\\s-]", "")
        .replace(' ', '-');
  }

  private static List<String> anchors(Path file) throws IOException {
    return HEADING
        .matcher(CODE.matcher(Files.readString(file)).replaceAll(""))
        .results()
        .map(heading -> anchor(heading.group(1)))
        .toList();
  }

  private static String broken(Path file, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
    boolean there =
        Files.exists(target)
            && (parts.length < 2
                || !target.toString().endsWith(".md")
                || anchors(target).contains(parts[1]));
    return there ? null : file + " -> " + link;
  }

  @Test
  void links_betweenPages_leadToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path file : all()) {
      String text = CODE.matcher(Files.readString(file)).replaceAll("");
      for (String link : LINK.matcher(text).results().map(m -> m.group(1)).toList()) {
        if (!link.contains(":")) {
          links++;
          broken.add(broken(file, link));
        }
      }
    }
    assertThat(broken).filteredOn(link -> link != null).isEmpty();
    assertThat(links).isGreaterThan(200);
  }

  @Test
  void pagesToRead_areTwelveOfTwentyThousandWords() throws IOException {
    List<Path> pages = new ArrayList<>(markdown(PAGES, 1));
    pages.remove(PART);
    pages.remove(PAGES.resolve("README.md")); // lists them
    assertThat(pages).hasSizeLessThanOrEqualTo(12);
    long words = 0;
    for (Path page : pages) {
      String prose = CODE.matcher(Files.readString(page)).replaceAll("");
      words +=
          prose
              .lines()
              .filter(line -> !line.startsWith("|") && !line.startsWith("    "))
              .flatMap(line -> Stream.of(line.strip().split("\\s+")))
              .filter(word -> !word.isEmpty())
              .count();
    }
    assertThat(words).as("outside of tables and code").isLessThanOrEqualTo(20_000);
  }

  @Test
  void everyPage_isListedInTheIndex() throws IOException {
    String index = Files.readString(PAGES.resolve("README.md"));
    for (Path page : markdown(PAGES, 2)) {
      if (!page.equals(PART) && !page.endsWith("README.md")) {
        String link = PAGES.relativize(page).toString().replace('\\', '/');
        assertThat(index).contains("](" + link + ")");
      }
    }
  }
}
