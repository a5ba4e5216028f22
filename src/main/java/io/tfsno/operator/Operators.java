package io.tfsno.operator;

import io.tfsno.base.plugin.PluginJar;
import io.tfsno.base.plugin.Registry;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** The registry of models. */
public final class Operators {
  /**
   * A model that can be requested by name.
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
   * Brings models into the registry: named in {@code
   * META-INF/services/io.tfsno.operator.Operators$Provider}, so that a model of another jar is
   * found like our own.
   */
  public interface Provider {
    List<Model> models();
  }

  private static final Registry<Provider, Model> ALL =
      new Registry<>("model", Provider.class, Operators::checked, Model::name);

  private Operators() {}

  /** Configurations are laid over defaults component by component: a spec must be a record. */
  private static List<Model> checked(Provider provider) {
    for (Model model : provider.models()) {
      if (!model.type().isRecord()) {
        throw new IllegalArgumentException(
            "the spec of model '%s', %s, is not a record"
                .formatted(model.name(), model.type().getName()));
      }
    }
    return provider.models();
  }

  public static List<Model> all() {
    return ALL.all();
  }

  public static List<String> names() {
    return ALL.names();
  }

  /** The model of a name; a {@link io.tfsno.base.UserError} suggests the nearest one. */
  public static Model of(String name) {
    return ALL.of(name);
  }

  /** The plug-in that brought the model of a name; empty for our own. */
  public static Optional<PluginJar> origin(String name) {
    return ALL.origin(name);
  }
}
