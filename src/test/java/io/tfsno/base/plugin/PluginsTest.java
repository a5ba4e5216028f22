package io.tfsno.base.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words that jars bring, as they bring models and equations. */
class PluginsTest {
  /** Two words. */
  public static final class AandB implements Words {
    @Override
    public List<String> words() {
      return List.of("a", "b");
    }
  }

  /** One of the two again. */
  public static final class OnlyB implements Words {
    @Override
    public List<String> words() {
      return List.of("b");
    }
  }

  /** Fails when it is asked. */
  public static final class Throwing implements Words {
    @Override
    public List<String> words() {
      throw new IllegalStateException("no dictionary");
    }
  }

  @TempDir Path temp;

  private final Registry<Words, String> words =
      new Registry<>("word", Words.class, Words::words, word -> word);

  @AfterEach
  void forget() {
    Plugins.use(List.of());
  }

  private Path jar(String name, String... providers) {
    return TestJars.services(temp.resolve(name), Words.class, providers);
  }

  @Test
  void registry_hasWhatTheJarsInUseBring_andNamesThem() {
    assertThat(words.all()).isEmpty();
    Path two = jar("two.jar", "# comment", AandB.class.getName());
    Plugins.use(List.of(two, two));
    assertThat(words.names()).containsExactly("a", "b");
    assertThat(words.origin("a").orElseThrow().name()).isEqualTo("two.jar");
    assertThat(Plugins.jars()).singleElement().extracting(PluginJar::sha256).asString().hasSize(64);
    Plugins.use(List.of());
    assertThatThrownBy(() -> words.of("a")).hasMessageContaining("unknown word 'a'");
  }

  @Test
  void helperJar_withoutServices_onlyLendsItsClasses() {
    Plugins.use(List.of(TestJars.pack(temp.resolve("helper.jar"), Map.of("x.txt", new byte[1]))));
    assertThat(words.all()).isEmpty();
  }

  @Test
  void twoOfOneName_nameBothJars() {
    Plugins.use(
        List.of(jar("one.jar", AandB.class.getName()), jar("other.jar", OnlyB.class.getName())));
    refused("two named 'b'", temp + "/one.jar", temp + "/other.jar", "Rename one of them");
  }

  @Test
  void missingFile_isRefused() {
    assertThatThrownBy(() -> Plugins.use(List.of(temp.resolve("none.jar"))))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("a plug-in jar", "no file", "none.jar", "build it first");
  }

  @Test
  void fileThatIsNoJar_isRefused() throws IOException {
    Path text = Files.writeString(temp.resolve("text.jar"), "not a jar");
    assertThatThrownBy(() -> Plugins.use(List.of(text)))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("text.jar", "cannot be read as one");
  }

  @Test
  void serviceFile_withAClassThatIsNotThere_isRefused() {
    Plugins.use(List.of(jar("absent.jar", "no.such.Provider")));
    refused("absent.jar", "no.such.Provider not found", "META-INF/services");
  }

  @Test
  void serviceFile_withoutAName_isRefused() {
    Plugins.use(List.of(jar("broken.jar", "no class name at all")));
    refused("broken.jar", "META-INF/services/", "Illegal configuration-file syntax");
  }

  @Test
  void classThatIsNoProvider_isRefused() {
    Plugins.use(List.of(jar("other.jar", TestJars.class.getName())));
    refused("other.jar", "TestJars not a subtype");
  }

  @Test
  void providerThatThrows_isToldWithItsPlace() {
    Plugins.use(List.of(jar("throwing.jar", Throwing.class.getName())));
    refused("throwing.jar", "IllegalStateException: no dictionary", "PluginsTest$Throwing.words");
  }

  @Test
  void constructorOrStaticPartThatThrows_isToldWithItsCause() {
    Plugins.use(
        List.of(
            provider("constructor.jar", "public P() { throw new RuntimeException(\"ink\"); }")));
    refused("constructor.jar", "RuntimeException: ink");
    Plugins.use(List.of(provider("static.jar", "static final int N = Integer.parseInt(\"x\");")));
    refused("static.jar", "NumberFormatException", "\"x\"");
  }

  @Test
  void classForANewerJava_isRefusedWithBothVersions() {
    Path built = provider("now.jar", "");
    Map<String, byte[]> entries = TestJars.unpack(built);
    byte[] future = entries.get("p/P.class");
    future[7] = 99; // the major version: Java 55
    Plugins.use(List.of(TestJars.pack(temp.resolve("future.jar"), entries)));
    refused(
        "future.jar",
        "built for Java 55",
        "this is Java " + Runtime.version().feature(),
        "Build it for Java 17");
  }

  @Test
  void classThatNeedsWhatIsNotThere_isRefused() {
    Path whole = provider("whole.jar", "public static final class Inner {} Inner i = new Inner();");
    Map<String, byte[]> entries = TestJars.unpack(whole);
    entries.keySet().removeIf(name -> name.contains("Inner"));
    Plugins.use(List.of(TestJars.pack(temp.resolve("part.jar"), entries)));
    refused("part.jar", "NoClassDefFoundError", "p/P$Inner", "name the jars that it needs");
  }

  @Test
  void methodThatIsMissingLater_isBlamedOnItsJar() {
    Plugins.use(List.of(provider("late.jar", "")));
    assertThat(words.names()).containsExactly("p");
    LinkageError late =
        new AbstractMethodError("Receiver class p.P does not define or inherit an implementation");
    assertThat(Plugins.blame(late).orElseThrow())
        .hasMessageContainingAll("late.jar", "Receiver class p.P", "Build it against tfsno");
    assertThat(Plugins.blame(new NoSuchMethodError("io.tfsno.Nothing"))).isEmpty();
  }

  private Path provider(String jar, String body) {
    String source =
        """
        package p;
        public final class P implements io.tfsno.base.plugin.Words {
          %s
          public java.util.List<String> words() { return java.util.List.of("p"); }
        }
        """
            .formatted(body);
    return TestJars.provider(temp.resolve(jar), Words.class, "p.P", source);
  }

  private void refused(String... parts) {
    assertThatThrownBy(words::all).isInstanceOf(UserError.class).hasMessageContainingAll(parts);
  }
}
