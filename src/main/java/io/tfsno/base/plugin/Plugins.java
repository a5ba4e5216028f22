package io.tfsno.base.plugin;

import io.tfsno.base.UserError;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * The jars that others have added to this process, with one class loader for all of them. There are
 * none at first; a program names them once, before it asks a registry.
 */
public final class Plugins {
  private static volatile Plugins current = new Plugins(List.of());

  private final List<PluginJar> jars;
  private final ClassLoader loader;

  private Plugins(List<PluginJar> jars) {
    this.jars = jars;
    ClassLoader ours = Plugins.class.getClassLoader();
    URL[] places = jars.stream().map(PluginJar::url).toArray(URL[]::new);
    loader = jars.isEmpty() ? ours : new URLClassLoader("plug-ins", places, ours);
  }

  /**
   * Adds what these jars hold to all registries, in place of what was added before. A jar that is
   * named twice counts once.
   */
  public static void use(List<Path> files) {
    List<PluginJar> read =
        files.stream()
            .map(file -> file.toAbsolutePath().normalize())
            .distinct()
            .map(PluginJar::read)
            .toList();
    if (!read.equals(current.jars)) {
      current = new Plugins(read);
    }
  }

  static Plugins current() {
    return current;
  }

  /** The jars in use. */
  public static List<PluginJar> jars() {
    return current.jars;
  }

  /**
   * What to say of an error that a plug-in's classes brought about, as one that was built against
   * another version of this program does when its methods are called; empty if none took part.
   */
  public static Optional<UserError> blame(LinkageError error) {
    String message = String.valueOf(error.getMessage()).replace('/', '.');
    return current.jars.stream()
        .filter(
            jar ->
                Arrays.stream(error.getStackTrace())
                        .anyMatch(call -> jar.classes().contains(call.getClassName()))
                    || jar.classes().stream().anyMatch(message::contains))
        .findFirst()
        .map(jar -> PluginFailure.of(jar, error));
  }

  /**
   * What the providers of one service bring: first those of this program and its class path, then
   * those of each jar.
   */
  <P, T> List<Provided<T>> provided(Class<P> service, Function<P, List<T>> contents) {
    List<Provided<T>> all =
        new ArrayList<>(of(Plugins.class.getClassLoader(), null, service, contents));
    for (PluginJar jar : jars) {
      try {
        all.addAll(of(new OneJarServices(jar, loader), jar, service, contents));
      } catch (UserError e) {
        throw e;
      } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
        throw PluginFailure.of(jar, e);
      }
    }
    return all;
  }

  private static <P, T> List<Provided<T>> of(
      ClassLoader from, PluginJar jar, Class<P> service, Function<P, List<T>> contents) {
    return ServiceLoader.load(service, from).stream()
        .flatMap(provider -> contents.apply(provider.get()).stream())
        .map(thing -> new Provided<>(thing, jar))
        .toList();
  }

  /**
   * A thing and where it comes from.
   *
   * @param jar null for this program
   */
  record Provided<T>(T thing, PluginJar jar) {
    String origin() {
      return jar == null ? "tfsno itself" : jar.file().toString();
    }
  }
}
