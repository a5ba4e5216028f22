package io.tfsno.bench;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.nn.GpuPath;
import io.tfsno.train.TrainConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * How all models are trained alike: what a protocol changes in the settings of a budget.
 *
 * @param name part of the keys of its cells
 * @param title what tables call it
 * @param longer its trainings have that many times the epochs of a budget, under "1d" and "2d";
 *     once unless said
 * @param config what a training's configuration holds instead of the budget's; null for nothing
 * @param model what all models have of {@code guard}, {@code conserve} and {@code symmetry}; null
 *     for nothing
 * @param precision what a GPU computes with; null for whatever is asked for
 */
public record Recipe(
    String name,
    String title,
    Map<String, Integer> longer,
    JsonNode config,
    JsonNode model,
    GpuPath precision) {
  /** The one that changes nothing, and that keys do not name. */
  public static final String PAPER = "paper";

  /** What a recipe may say of models. */
  private static final Set<String> OF_MODELS = Set.of("guard", "conserve", "symmetry");

  /** What belongs to cells, or to budgets. */
  private static final List<String> NOT_SHARED = List.of("data", "model", "name", "seed", "from");

  static Recipe defaults() {
    return new Recipe(PAPER, "", Map.of(), null, null, null);
  }

  public Recipe {
    longer = longer == null ? Map.of() : Map.copyOf(longer);
    if (longer.values().stream().anyMatch(times -> times < 1)) {
      throw new UserError(
          "'longer' >= 1", longer.toString(), "Leave out what has the budget's own.");
    }
    if (config != null) {
      requireShared(name, config);
    }
    if (model != null && !OF_MODELS.containsAll(model.propertyNames())) {
      throw new UserError(
          "'model' of a protocol with guard, conserve or symmetry",
          model.toString(),
          "Variants define everything else about models.");
    }
  }

  private static void requireShared(String name, JsonNode config) {
    boolean epochs = config.path("training").has("epochs");
    if (epochs || NOT_SHARED.stream().anyMatch(config::has)) {
      throw new UserError(
          "settings that all trainings share",
          config.toString(),
          "Leave out %s and the epochs; 'longer' multiplies those of a budget."
              .formatted(String.join(", ", NOT_SHARED)));
    }
    ConfigReader.bind("protocol " + name, config, TrainConfig.class);
  }

  boolean isPapers() {
    return name.equals(PAPER);
  }

  /** What the labels of budgets get in addition. */
  String suffix() {
    return isPapers() ? "" : "-" + name;
  }

  Budget applied(Budget budget) {
    Budget changed = config == null ? budget : budget.with(config);
    return longer.isEmpty() ? changed : changed.longer(longer);
  }
}
