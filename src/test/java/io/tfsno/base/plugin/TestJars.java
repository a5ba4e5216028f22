package io.tfsno.base.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Makes plug-in jars: compiles sources against the class path of the tests and packs them. */
public final class TestJars {
  private TestJars() {}

  /** A jar with one service file, and classes that the tests have anyway. */
  public static Path services(Path jar, Class<?> service, String... providers) {
    return pack(jar, Map.of(serviceFile(service), bytes(String.join("\n", providers))));
  }

  /** A jar with one compiled class, which is the provider of a service. */
  public static Path provider(Path jar, Class<?> service, String className, String source) {
    Path folder = jar.resolveSibling(jar.getFileName() + ".source");
    Path file = folder.resolve(className.replace('.', '/') + ".java");
    write(file, bytes(source));
    Map<String, byte[]> entries = compiled(List.of(file), folder.resolve("out"));
    entries.put(serviceFile(service), bytes(className));
    return pack(jar, entries);
  }

  /** The class files of some sources, by their names in a jar. */
  public static Map<String, byte[]> compiled(List<Path> sources, Path out) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      Files.createDirectories(out);
      List<String> options =
          List.of(
              "-d",
              out.toString(),
              "-cp",
              System.getProperty("java.class.path"),
              "-proc:none",
              "--release",
              "17");
      boolean done =
          javac
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(done).as(said.toString()).isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files(out);
  }

  /** All files below a folder, by their names relative to it. */
  public static Map<String, byte[]> files(Path folder) {
    Map<String, byte[]> entries = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        entries.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  /** What is in a jar, by name. */
  public static Map<String, byte[]> unpack(Path packed) {
    Map<String, byte[]> entries = new TreeMap<>();
    try (JarFile jar = new JarFile(packed.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        entries.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  public static Path pack(Path jar, Map<String, byte[]> entries) {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : new TreeMap<>(entries).entrySet()) {
        packed.putNextEntry(new JarEntry(entry.getKey()));
        packed.write(entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return jar;
  }

  private static String serviceFile(Class<?> service) {
    return "META-INF/services/" + service.getName();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void write(Path file, byte[] content) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
