package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.pde.catalogue.Profile;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How much work a cell may be: the data it is given and the training it gets, alike for all models.
 *
 * @param prefix of the names of its data files
 * @param train training trajectories, held-out ones included
 * @param test test trajectories
 * @param profile solver settings of both splits; null for the published ones
 * @param snapshots per trajectory; 0 for the benchmark's own number
 * @param seeds how many, under "1d" and "2d"
 * @param config what a training's configuration holds in addition to data, model and seed
 * @param longer how many times its epochs trainings have, under "1d" and "2d"; once unless said
 */
public record Budget(
    String prefix,
    int train,
    int test,
    Profile profile,
    int snapshots,
    Map<String, Integer> seeds,
    JsonNode config,
    Map<String, Integer> longer) {
  public Budget {
    longer = longer == null ? Map.of() : Map.copyOf(longer);
  }

  private static final String EPOCHS = "/training/epochs";

  static Budget defaults() {
    return new Budget("", 0, 0, null, 0, Map.of(), null, Map.of());
  }

  /** The number of seeds where none are asked for. */
  int seeds(int dimension) {
    return seeds.getOrDefault(dimension + "d", 1);
  }

  /** The same with another number of epochs. */
  Budget withEpochs(int epochs) {
    if (epochs < 1) {
      throw new UserError(
          "at least 1 epoch", Integer.toString(epochs), "Take the epochs of the budget.");
    }
    ObjectNode other = (ObjectNode) config.deepCopy();
    other.withObject("training").put("epochs", epochs);
    return new Budget(prefix, train, test, profile, snapshots, seeds, other, Map.of());
  }

  /** The same with other settings of a training in place of its own. */
  Budget with(JsonNode settings) {
    ObjectNode other = (ObjectNode) config.deepCopy();
    merge(other, settings);
    Map<String, Integer> times = settings.at(EPOCHS).isMissingNode() ? longer : Map.of();
    return new Budget(prefix, train, test, profile, snapshots, seeds, other, times);
  }

  /** The same with that many times its epochs, under "1d" and "2d". */
  Budget longer(Map<String, Integer> times) {
    return new Budget(prefix, train, test, profile, snapshots, seeds, config, times);
  }

  /** Of a training on a set. */
  int epochs(int dimension) {
    return Math.multiplyExact(times(dimension), config.at(EPOCHS).intValue());
  }

  /** How many times as long as usual its trainings are. */
  int times(int dimension) {
    return longer.getOrDefault(dimension + "d", 1);
  }

  private static void merge(ObjectNode into, JsonNode settings) {
    settings
        .properties()
        .forEach(
            each -> {
              if (each.getValue().isObject()
                  && into.get(each.getKey()) instanceof ObjectNode group) {
                merge(group, each.getValue());
              } else {
                into.set(each.getKey(), each.getValue());
              }
            });
  }
}
