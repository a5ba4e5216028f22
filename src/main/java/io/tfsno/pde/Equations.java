package io.tfsno.pde;

import io.tfsno.base.plugin.PluginJar;
import io.tfsno.base.plugin.Registry;
import java.util.List;
import java.util.Optional;

/**
 * The registry of equations that can be asked for by name: our catalogue and those of plug-ins,
 * found alike.
 */
public final class Equations {
  /**
   * Brings equations into the registry: named in {@code
   * META-INF/services/io.tfsno.pde.Equations$Provider}. No two equations may have one name.
   */
  public interface Provider {
    List<EquationType> types();
  }

  private static final Registry<Provider, EquationType> ALL =
      new Registry<>("equation", Provider.class, Provider::types, EquationType::name);

  private Equations() {}

  /** Ours first, those on a line first among them. */
  public static List<EquationType> all() {
    return ALL.all();
  }

  /** The equation of a name; a {@link io.tfsno.base.UserError} suggests the nearest one. */
  public static EquationType named(String name) {
    return ALL.of(name);
  }

  /** The jar that brought an equation; empty for our own. */
  public static Optional<PluginJar> origin(String name) {
    return ALL.origin(name);
  }
}
