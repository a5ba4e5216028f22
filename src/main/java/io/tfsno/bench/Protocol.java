package io.tfsno.bench;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.ScoredSteps;
import io.tfsno.train.TrainConfig;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules that make cells comparable. It alone turns a cell into a training: data, budget,
 * objective and choice of weights come from here, only the model comes from the variant (and for
 * the ablation of the derivative term, that one number).
 *
 * @param budget its label in keys
 */
public record Protocol(Declarations declarations, String budget, Budget limits) {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final List<Integer> HORIZONS = List.of(ScoredSteps.HORIZON, ScoredSteps.LATE);

  /**
   * @param epochs other than the budget's own; null for those
   */
  public static Protocol of(Declarations declarations, String budget, Integer epochs) {
    Budget limits = declarations.budget(budget);
    if (limits.config().has("model") || limits.config().has("data")) {
      throw new IllegalStateException("a budget must leave model and data to the protocol");
    }
    return epochs == null
        ? new Protocol(declarations, budget, limits)
        : new Protocol(declarations, budget + "-e" + epochs, limits.withEpochs(epochs));
  }

  /** A cell in the output form asked for, or in the only one that its model has. */
  public Cell cell(String dataset, String variant, Form form, long seed) {
    boolean delta = spec(new Cell(dataset, variant, form, budget, seed)).predictDelta();
    return new Cell(dataset, variant, delta ? Form.DELTA : Form.DIRECT, budget, seed);
  }

  /** The model of a cell, in full. */
  public OperatorSpec spec(Cell cell) {
    int dimension = declarations.dataset(cell.dataset()).source().dimension();
    return declarations.variant(cell.variant()).spec(cell.variant(), dimension, cell.form());
  }

  /** The training of a cell. */
  public TrainConfig config(Cell cell, Path dataFile) {
    Variant variant = declarations.variant(cell.variant());
    ObjectNode tree = common(cell.dataset(), dataFile);
    tree.put("name", cell.key());
    tree.put("seed", cell.seed());
    tree.set("model", ModelConfig.of(spec(cell)).given());
    if (variant.h1() != null) {
      tree.withObject("objective").put("h1", variant.h1());
    }
    return ConfigReader.bind(cell.key(), tree, TrainConfig.class);
  }

  /** What all cells on a data set share: enough to load it. */
  TrainConfig shared(String dataset, Path dataFile) {
    return ConfigReader.bind(dataset, common(dataset, dataFile), TrainConfig.class);
  }

  private ObjectNode common(String dataset, Path dataFile) {
    ObjectNode tree = (ObjectNode) limits.config().deepCopy();
    int dimension = declarations.dataset(dataset).source().dimension();
    tree.withObject("training").put("batch", TrainConfig.Steps.usualBatch(dimension));
    tree.withObject("data").put("file", dataFile.toString());
    return tree;
  }

  /** The lengths of rollout that models are scored over. */
  static List<Integer> horizons(int available) {
    List<Integer> fitting = HORIZONS.stream().filter(h -> h <= available).toList();
    return fitting.isEmpty() ? List.of(available) : fitting;
  }

  /** Updates of a cell's training, for estimates of the time it takes. */
  long updates(Cell cell) {
    TrainConfig config = shared(cell.dataset(), Path.of("data"));
    int held = Math.min(config.validation().trajectories(), Math.max(1, limits.train() / 5));
    int batch = config.training().batch();
    return (long) config.training().epochs() * ((limits.train() - held + batch - 1) / batch);
  }

  /**
   * The part of a configuration that decides a result: two ledgers must agree in it. What is null
   * says nothing, so entries stay valid when a configuration gets a key that may be left out.
   */
  static String identity(JsonNode config) {
    ObjectNode known = (ObjectNode) config.deepCopy();
    known.remove("name");
    if (known.get("data") instanceof ObjectNode data) {
      data.remove("file");
      data.remove("stream"); // changes where states are held, not what is computed
    }
    leaveOutNulls(known);
    return known.toString();
  }

  private static void leaveOutNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.removeNulls();
    }
    node.forEach(Protocol::leaveOutNulls);
  }

  /** A configuration as a ledger holds it. */
  static JsonNode tree(TrainConfig config) {
    return JSON.readTree(JSON.writeValueAsString(config));
  }

  /** Says what seeds are wrong with, before anything runs. */
  public static void requireSeeds(List<Long> seeds) {
    if (seeds.isEmpty() || seeds.stream().distinct().count() != seeds.size()) {
      throw new UserError("one or more different seeds", seeds.toString(), "Try 1,2,3.");
    }
  }
}
