package io.tfsno;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** docs/reference/dependencies.md names what is really used, and the build pins it. */
class DependenciesTest {
  private static final Path PAGE = Path.of("docs/reference/dependencies.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`:]+):([^`:]+)` \\| ([^ |]+) \\| ([^|]+) \\|.*");

  /** How licences are called in the artefacts' own descriptions. */
  private static final Map<String, String> SPDX =
      Map.of(
          "apache", "Apache-2.0",
          "mit", "MIT",
          "eclipse public license v2.0", "EPL-2.0",
          "bsd", "BSD-3-Clause",
          "gpl", "GPL-2.0-with-classpath-exception");

  private record Artifact(String group, String name, String version, Path pom) {}

  @Test
  @EnabledOnOs(OS.LINUX) // other systems have other natives
  void page_listsExactlyTheJarsInUse_withTheirVersions() throws IOException {
    Map<String, String> used = new TreeMap<>();
    artifacts().forEach(a -> used.put(a.group + ":" + a.name, a.version));
    Map<String, String> listed = new TreeMap<>();
    rows().forEach(row -> listed.put(row.group(1) + ":" + row.group(2), row.group(3)));
    assertThat(listed).isEqualTo(used);
  }

  @Test
  void page_namesTheLicencesThatTheArtefactsDeclare() throws Exception {
    Map<String, String> listed = new TreeMap<>();
    rows().forEach(row -> listed.put(row.group(1) + ":" + row.group(2), row.group(4).strip()));
    for (Artifact artifact : artifacts()) {
      TreeSet<String> declared = new TreeSet<>();
      for (String name : licences(artifact.pom)) {
        declared.add(spdx(name));
      }
      assertThat(listed.get(artifact.group + ":" + artifact.name))
          .as(artifact.toString())
          .isEqualTo(String.join(" or ", declared));
    }
  }

  @Test
  void pom_givesEveryVersionExactly() throws Exception {
    Document pom = parse(Path.of("pom.xml"));
    List<String> loose = new ArrayList<>();
    for (String kind : new String[] {"dependency", "plugin", "path", "artifactItem"}) {
      var all = pom.getElementsByTagName(kind);
      for (int i = 0; i < all.getLength(); i++) {
        Element element = (Element) all.item(i);
        String version = child(element, "version");
        boolean managed = version == null && pinnedElsewhere(pom, child(element, "artifactId"));
        if (!managed
            && (version == null || !version.matches("[\\w.-]+|\\$\\{[a-z.]+\\.version}"))) {
          loose.add(kind + " " + child(element, "artifactId") + " " + version);
        }
        assertThat(String.valueOf(version)).doesNotContain("SNAPSHOT", "LATEST", "RELEASE", ",");
      }
    }
    assertThat(loose).isEmpty();
    assertThat(pom.getElementsByTagName("project.build.outputTimestamp").getLength()).isEqualTo(1);
  }

  /**
   * Only the GPU build and the bundle bring CUDA's binding; what jHDF asks for and we do not use,
   * no build.
   */
  @Test
  void cpuBuild_runsWithoutCudaAndWhatNobodyCalls() throws Exception {
    Document pom = parse(Path.of("pom.xml"));
    Element own = element(pom.getDocumentElement(), "dependencies");
    for (Node node = own.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element e && "cuda".equals(child(e, "artifactId"))) {
        assertThat(child(e, "scope")).isEqualTo("provided");
      }
    }
    assertThat(artifacts()).extracting(Artifact::name).doesNotContain("lz4-java", "compress-lzf");
  }

  private static final Pattern BANNED =
      Pattern.compile("([\\w.-]+):([\\w.-]+)(?::([\\[(][\\w.-]*,[\\w.-]+\\)))?");

  @Test
  void advisories_ofThePage_areInTheListThatEveryBuildChecks() throws Exception {
    Document pom = parse(Path.of("pom.xml"));
    String location = pom.getElementsByTagName("location").item(0).getTextContent().strip();
    assertThat(location).isEqualTo("${project.basedir}/packaging/advisories.xml");
    Path list = Path.of("packaging/advisories.xml");
    var banned = parse(list).getElementsByTagName("exclude");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < banned.getLength(); i++) {
      Matcher entry = BANNED.matcher(banned.item(i).getTextContent().strip());
      assertThat(entry.matches()).as(banned.item(i).getTextContent()).isTrue();
      names.add(entry.group(2));
    }
    assertThat(names)
        .contains("jackson-databind", "lz4-java", "commons-lang3", "assertj-core", "pytorch");
    String text = Files.readString(list);
    for (String line : Files.readAllLines(PAGE)) {
      Matcher fixed = Pattern.compile("(CVE-\\d+-\\d+)[^(]*\\(fixed in").matcher(line);
      while (fixed.find()) {
        assertThat(text).contains(fixed.group(1));
      }
    }
  }

  /** A profile may add to a plugin that the main part of the build gives a version. */
  private static boolean pinnedElsewhere(Document pom, String artifact) {
    var plugins = pom.getElementsByTagName("plugin");
    for (int i = 0; i < plugins.getLength(); i++) {
      Element plugin = (Element) plugins.item(i);
      if (artifact.equals(child(plugin, "artifactId")) && child(plugin, "version") != null) {
        return true;
      }
    }
    return false;
  }

  private static List<Matcher> rows() throws IOException {
    List<Matcher> rows = new ArrayList<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** What is on the class path, out of the local repository: group/name/version/jar. */
  private static List<Artifact> artifacts() {
    List<Artifact> all = new ArrayList<>();
    for (String entry :
        System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1)) {
      Path jar = Path.of(entry);
      Path repository = repository(jar);
      boolean runner = entry.contains("surefire") || entry.contains("junit-platform-launcher");
      if (repository != null && !runner) {
        Path version = jar.getParent();
        Path name = version.getParent();
        String group =
            repository.relativize(name.getParent()).toString().replace(File.separatorChar, '.');
        all.add(
            new Artifact(
                group,
                name.getFileName().toString(),
                version.getFileName().toString(),
                version.resolve(name.getFileName() + "-" + version.getFileName() + ".pom")));
      }
    }
    Assumptions.assumeTrue(all.size() > 20, "needs Maven's class path out of a local repository");
    return all;
  }

  private static Path repository(Path jar) {
    if (!jar.toString().endsWith(".jar")) {
      return null;
    }
    for (Path folder = jar.getParent(); folder != null; folder = folder.getParent()) {
      if (folder.getFileName() != null && folder.getFileName().toString().equals("repository")) {
        return folder;
      }
    }
    return null;
  }

  private static List<String> licences(Path pom) throws Exception {
    Element project = parse(pom).getDocumentElement();
    List<String> names = new ArrayList<>();
    var licences = project.getElementsByTagName("license");
    for (int i = 0; i < licences.getLength(); i++) {
      names.add(child((Element) licences.item(i), "name"));
    }
    if (!names.isEmpty()) {
      return names;
    }
    Element parent = element(project, "parent");
    assertThat(parent).as("no licence in " + pom).isNotNull();
    String version = child(parent, "version");
    String name = child(parent, "artifactId");
    Path folder =
        repository(pom.resolveSibling("x.jar"))
            .resolve(child(parent, "groupId").replace('.', '/'))
            .resolve(name)
            .resolve(version);
    return licences(folder.resolve(name + "-" + version + ".pom"));
  }

  private static String spdx(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SPDX.entrySet().stream()
        .filter(e -> lower.contains(e.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(name);
  }

  private static Document parse(Path file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(file.toFile());
  }

  private static Element element(Element parent, String name) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        return element;
      }
    }
    return null;
  }

  private static String child(Element parent, String name) {
    Element element = element(parent, name);
    return element == null ? null : element.getTextContent().strip();
  }
}
