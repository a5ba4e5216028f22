package io.tfsno.base.plugin;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Things of one kind that can be asked for by name: our own and those of plug-ins. Read when first
 * asked, and again when other plug-ins are in use.
 *
 * <pre>{@code
 * static final Registry<Provider, Model> ALL =
 *     new Registry<>("model", Provider.class, Provider::models, Model::name);
 * }</pre>
 *
 * @param <P> brings some of them; named in {@code META-INF/services}
 */
public final class Registry<P, T> {
  private final String kind;
  private final Class<P> service;
  private final Function<P, List<T>> contents;
  private final Function<T, String> name;
  private volatile Read<T> read;

  private record Read<T>(Plugins of, Map<String, Plugins.Provided<T>> byName, List<T> all) {}

  /**
   * @param kind what one of them is called in messages
   */
  public Registry(
      String kind, Class<P> service, Function<P, List<T>> contents, Function<T, String> name) {
    this.kind = kind;
    this.service = service;
    this.contents = contents;
    this.name = name;
  }

  /** In the order of their providers, ours first. */
  public List<T> all() {
    return read().all();
  }

  public List<String> names() {
    return List.copyOf(read().byName().keySet());
  }

  /** The one of a name; a {@link UserError} suggests the nearest. */
  public T of(String wanted) {
    return found(wanted).thing();
  }

  /** The jar that brought the one of a name; empty for our own. */
  public Optional<PluginJar> origin(String wanted) {
    return Optional.ofNullable(found(wanted).jar());
  }

  private Plugins.Provided<T> found(String wanted) {
    Plugins.Provided<T> found = read().byName().get(wanted);
    if (found == null) {
      throw new UserError(
          Names.unknown(kind, wanted, names()).getMessage() + " One from a plug-in needs its jar.");
    }
    return found;
  }

  private Read<T> read() {
    Plugins plugins = Plugins.current();
    Read<T> known = read;
    if (known == null || known.of() != plugins) {
      known = read(plugins);
      read = known;
    }
    return known;
  }

  private Read<T> read(Plugins plugins) {
    Map<String, Plugins.Provided<T>> byName = new LinkedHashMap<>();
    for (Plugins.Provided<T> next : plugins.provided(service, contents)) {
      Plugins.Provided<T> before = byName.putIfAbsent(name.apply(next.thing()), next);
      if (before != null) {
        throw new UserError(
            "%ss with different names".formatted(kind),
            "two named '%s', in %s and in %s"
                .formatted(name.apply(next.thing()), before.origin(), next.origin()),
            "Rename one of them, or leave out one of the jars.");
      }
    }
    return new Read<>(
        plugins, byName, byName.values().stream().map(Plugins.Provided::thing).toList());
  }
}
