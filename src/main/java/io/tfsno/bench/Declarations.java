package io.tfsno.bench;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What can be run: budgets, data sets, models and suites, as the program's own files state it. */
public final class Declarations {
  /** The paper's suites. */
  public static final List<String> SUITES =
      List.of(
          "main", "ablation", "features", "cross-re", "controllers", "metanet", "spectral", "gate");

  /** The suites that chose shapes and settings, and the models that ship. */
  public static final List<String> SEARCHES =
      List.of(
          "tune",
          "tune-2d",
          "tune-modes",
          "tuned",
          "init-search",
          "held-back",
          "gate-places",
          "contraction",
          "local",
          "regimes",
          "publish");

  /** All of the paper's at once: every experiment of the paper. */
  public static final String ALL = "all";

  private final Map<String, Budget> budgets = read("budgets", Declarations::budget);
  private final Map<String, Recipe> recipes = read("protocols", Declarations::recipe);
  private final Map<String, Dataset> datasets = read("datasets", Declarations::dataset);
  private final Set<String> ours = Set.copyOf(datasets.keySet());
  private final Map<String, Variant> variants = read("variants", Declarations::variant);
  private JsonNode settings;

  public Budget budget(String name) {
    return find("budget", name, budgets);
  }

  /** How models are trained, by the name of the protocol. */
  public Recipe recipe(String name) {
    return find("protocol", name, recipes);
  }

  public Dataset dataset(String name) {
    return find("data set", name, datasets);
  }

  /** Whether a data set is one of ours, and not of a user. */
  public boolean isOurs(String dataset) {
    return ours.contains(dataset);
  }

  /** What a suite of the user changes in the configuration of a budget; null for nothing. */
  JsonNode settings() {
    return settings;
  }

  public Variant variant(String name) {
    return find("variant", name, variants);
  }

  public Map<String, Variant> variants() {
    return Map.copyOf(variants);
  }

  /** A suite of the program by its name, or one of the user by its file; its variants are added. */
  public Suite suite(String name) {
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return ofUser(Path.of(name));
    }
    if (name.equals(ALL)) {
      List<Suite.Block> blocks = new ArrayList<>();
      SUITES.forEach(each -> blocks.addAll(suite(each).cells()));
      return new Suite("Every experiment of the paper", blocks, null, null, null, null, null);
    }
    List<String> known = Stream.concat(SUITES.stream(), SEARCHES.stream()).toList();
    if (!known.contains(name)) {
      throw new UserError(
          Names.unknown("suite", name, known).getMessage() + " Or give 'all', or a file *.yaml.");
    }
    Suite suite = ConfigReader.parse(name + ".yaml", text("suites/" + name), Suite.class);
    return withVariants(name, suite);
  }

  private Suite ofUser(Path file) {
    JsonNode tree = ConfigReader.tree(file.toString(), ConfigReader.text(file));
    if (tree.has(ProofPlan.EQUATIONS)) {
      ProofPlan plan = ConfigReader.bind(file.toString(), tree, ProofPlan.class);
      return withVariants(file.toString(), plan.suite(this));
    }
    if (!tree.has(OwnSuite.DATA)) {
      return withVariants(file.toString(), ConfigReader.bind(file.toString(), tree, Suite.class));
    }
    OwnSuite own = OwnSuite.read(file, tree);
    Map<String, Dataset> sets = own.sets(file);
    sets.forEach((name, set) -> add(file, name, set));
    Map<String, Variant> chosen = own.variants(file, variants);
    chosen.forEach(
        (name, variant) -> {
          if (!variant.equals(variants.get(name))) {
            add(file.toString(), name, variant);
          }
        });
    settings = own.config();
    Suite.Block all =
        new Suite.Block(
            List.copyOf(sets.keySet()), List.copyOf(chosen.keySet()), own.forms(), null);
    String title = own.title() == null ? file.getFileName().toString() : own.title();
    return new Suite(title, List.of(all), null, own.seeds(), own.budget(), null, null);
  }

  private void add(Path source, String name, Dataset set) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new UserError(
          "%s: expected a data set's name of letters, digits, '.', '_' and '-', found '%s'. Name it: {file: ..., as: ...}."
              .formatted(source, name));
    }
    if (datasets.putIfAbsent(name, set) != null) {
      throw new UserError(
          "%s: expected a data set with a name of its own, found '%s', which is one of ours. Name it: {file: ..., as: ...}."
              .formatted(source, name));
    }
  }

  private Suite withVariants(String source, Suite suite) {
    suite.variants().forEach((key, variant) -> add(source, key, variant));
    return suite;
  }

  private void add(String source, String key, Variant variant) {
    if (!key.matches("[a-z0-9][a-z0-9._-]*")) {
      throw new UserError(
          "%s: expected a variant's name of a-z, 0-9, '.', '_' and '-', found '%s'. It becomes part of file names."
              .formatted(source, key));
    }
    if (variants.putIfAbsent(key, variant) != null) {
      throw new UserError(
          "%s: expected variants with names of their own, found '%s', which is known already. Rename it."
              .formatted(source, key));
    }
  }

  private static <T> T find(String what, String name, Map<String, T> known) {
    T found = known.get(name);
    if (found == null) {
      throw Names.unknown(what, name, known.keySet());
    }
    return found;
  }

  private static Budget budget(String name, JsonNode tree) {
    return ConfigReader.bind("budget " + name, tree, Budget.class);
  }

  private static Recipe recipe(String name, JsonNode tree) {
    ((ObjectNode) tree).put("name", name);
    return ConfigReader.bind("protocol " + name, tree, Recipe.class);
  }

  private static Dataset dataset(String name, JsonNode tree) {
    ((ObjectNode) tree).put("name", name);
    String source = "data set " + name;
    return tree.has("specification")
        ? ConfigReader.bind(source, tree, SpecifiedSet.class)
        : ConfigReader.bind(source, tree, BenchmarkSet.class);
  }

  private static Variant variant(String name, JsonNode tree) {
    return ConfigReader.bind("variant " + name, tree, Variant.class);
  }

  private static <T> Map<String, T> read(String name, BiFunction<String, JsonNode, T> bind) {
    JsonNode tree = ConfigReader.tree(name + ".yaml", text(name));
    Map<String, T> all = new LinkedHashMap<>();
    tree.properties().forEach(e -> all.put(e.getKey(), bind.apply(e.getKey(), e.getValue())));
    return all;
  }

  private static String text(String name) {
    try (InputStream in = Declarations.class.getResourceAsStream(name + ".yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
