package io.tfsno.bench;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.operator.Operators;
import io.tfsno.run.ModelConfig;
import io.tfsno.train.TrainConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A comparison on data of the user, as its file states it:
 *
 * <pre>{@code
 * title: Our flow
 * data: flow.h5
 * models:
 *   - fno
 *   - {name: unet, channels: [8, 16, 32], as: small-unet}
 * seeds: [1, 2]
 * config: {training: {epochs: 50}}
 * }</pre>
 *
 * @param data paths relative to the suite's file, or what a training holds under {@code data}
 * @param models names of models and of known variants, or sizes with a name of their own
 * @param seeds null for as many as the budget says
 * @param budget null for the usual one
 * @param config what a training's configuration holds in addition, for all models alike
 */
record OwnSuite(
    String title,
    List<JsonNode> data,
    List<JsonNode> models,
    List<Form> forms,
    List<Long> seeds,
    String budget,
    JsonNode config) {
  static final String DATA = "data";

  /** What belongs to the suite itself, or to single models. */
  private static final List<String> NOT_SHARED = List.of(DATA, "model", "name", "seed", "from");

  OwnSuite {
    if (data == null || data.isEmpty() || models == null || models.isEmpty()) {
      throw new UserError(
          "a suite with data and models", "one of them empty", "List both: models: [fno, tfsno].");
    }
  }

  static OwnSuite read(Path file, JsonNode tree) {
    OwnSuite suite = ConfigReader.bind(file.toString(), tree, OwnSuite.class);
    suite.requireShared(file);
    return suite;
  }

  private void requireShared(Path file) {
    if (config == null) {
      return;
    }
    if (!config.isObject()) {
      throw new UserError(
          "%s: expected a group of keys under 'config', found %s.".formatted(file, config));
    }
    for (String key : config.propertyNames()) {
      if (NOT_SHARED.contains(key)) {
        throw new UserError(
            "%s: expected what all models share under 'config', found '%s'. Give it in the suite's own keys: %s."
                .formatted(file, key, "data, models, seeds"));
      }
    }
    ConfigReader.bind(file + ", config", config, TrainConfig.class);
  }

  /** Its data sets by name. */
  Map<String, Dataset> sets(Path file) {
    Map<String, Dataset> sets = new LinkedHashMap<>();
    for (JsonNode given : data) {
      OwnSet set = new OwnSet(file, given);
      if (sets.put(set.name(), set) != null) {
        throw new UserError(
            "%s: expected data sets with different names, found two of '%s'. Give one another name: {file: ..., as: ...}."
                .formatted(file, set.name()));
      }
    }
    return sets;
  }

  /** Its models: those with sizes of their own are added to the known variants. */
  Map<String, Variant> variants(Path file, Map<String, Variant> known) {
    Map<String, Variant> own = new LinkedHashMap<>();
    for (JsonNode given : models) {
      String name =
          given.isObject() ? given.path("as").asString(modelName(file, given)) : given.asString("");
      Variant variant = given.isObject() ? sized(given, name, file) : named(name, known);
      if (own.put(name, variant) != null) {
        throw new UserError(
            "%s: expected models with different names, found two of '%s'. Give one another name: {name: ..., as: ...}."
                .formatted(file, name));
      }
      if (given.isObject() && known.containsKey(name) && !given.has("as") && given.size() > 1) {
        throw new UserError(
            "%s: expected a name for '%s' with sizes of its own, found none. Add one: {name: %s, ..., as: my-%s}."
                .formatted(file, name, name, name));
      }
    }
    return own;
  }

  private static String modelName(Path file, JsonNode given) {
    String name = given.path("name").asString("");
    if (name.isEmpty()) {
      throw new UserError(
          "%s: expected a model with a name, found %s. Write {name: fno, ...}."
              .formatted(file, given));
    }
    return name;
  }

  private static Variant sized(JsonNode given, String title, Path file) {
    ObjectNode sizes = (ObjectNode) given.deepCopy();
    sizes.remove("as");
    Operators.of(modelName(file, given));
    return new Variant(title, new ModelConfig(sizes));
  }

  private static Variant named(String name, Map<String, Variant> known) {
    if (known.containsKey(name)) {
      return known.get(name);
    }
    if (!Operators.names().contains(name)) {
      Set<String> all = new LinkedHashSet<>(Operators.names());
      all.addAll(known.keySet());
      throw Names.unknown("model", name, new ArrayList<>(all));
    }
    return new Variant(name, ModelConfig.named(name));
  }
}
