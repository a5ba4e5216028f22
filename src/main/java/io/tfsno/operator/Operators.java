package io.tfsno.operator;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.IntFunction;

/** The registry of models. */
public final class Operators {
  /**
   * A model that can be asked for by name.
   *
   * @param sentence what it is, for lists
   * @param source where its definition was published
   * @param traits how it treats grids and positions
   * @param type its spec, as a configuration file holds it
   * @param defaults the sizes used in the comparisons, by dimension
   */
  public record Model(
      String name,
      String sentence,
      String source,
      Traits traits,
      Class<? extends OperatorSpec> type,
      IntFunction<OperatorSpec> defaults) {}

  /**
   * Brings models into the registry: named in {@code META-INF/services}, so that a model of another
   * jar is found like our own.
   */
  public interface Provider {
    List<Model> models();
  }

  private static final List<Model> ALL = in(Operators.class.getClassLoader());

  private Operators() {}

  /** The models of all providers that a class loader sees; no two may have one name. */
  static List<Model> in(ClassLoader loader) {
    List<Model> models =
        ServiceLoader.load(Provider.class, loader).stream()
            .flatMap(provider -> provider.get().models().stream())
            .toList();
    Set<String> seen = new HashSet<>();
    for (Model model : models) {
      if (!seen.add(model.name())) {
        throw new UserError(
            "models of different names", "two of " + model.name(), "Rename one of them.");
      }
    }
    return models;
  }

  public static List<Model> all() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Model::name).toList();
  }

  /** The model of a name; a {@link io.tfsno.base.UserError} suggests the nearest one. */
  public static Model of(String name) {
    return ALL.stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(() -> Names.unknown("model", name, names()));
  }
}
