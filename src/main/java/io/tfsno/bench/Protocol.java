package io.tfsno.bench;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.ModelInputs;
import io.tfsno.run.ScoredSteps;
import io.tfsno.train.TrainConfig;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules that make cells comparable. It alone turns a cell into a training: data, budget,
 * objective and choice of weights come from here, only the model comes from the variant (and for
 * the ablation of the derivative term, that one number; for comparisons at equal time, how many
 * times longer it is trained).
 *
 * @param budget its label in keys: the budget's name, then the recipe's, other epochs and the test
 *     set's seed where they are not the usual ones
 * @param test the trajectories that models are scored on; null for those of the published sets
 */
public record Protocol(
    Declarations declarations, String budget, Budget limits, Recipe recipe, TestSet test) {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final ObjectWriter SORTED =
      JSON.writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);
  private static final JsonNode DEFAULTS =
      tree(ConfigReader.bind("defaults", JSON.createObjectNode(), TrainConfig.class));
  private static final String EVERY = "/validation/every";
  private static final List<Integer> HORIZONS = List.of(ScoredSteps.HORIZON, ScoredSteps.LATE);

  /**
   * By the paper's recipe, on the published sets.
   *
   * @param epochs other than the budget's own; null for those
   */
  public static Protocol of(Declarations declarations, String budget, Integer epochs) {
    return of(declarations, budget, epochs, null, null);
  }

  /**
   * @param epochs other than the budget's own; null for those
   * @param recipe by its name; null for the paper's
   * @param test null for that of the published sets
   */
  public static Protocol of(
      Declarations declarations, String budget, Integer epochs, String recipe, TestSet test) {
    Recipe chosen = declarations.recipe(recipe == null ? Recipe.PAPER : recipe);
    Budget limits = chosen.applied(declarations.budget(budget));
    if (limits.config().has("model") || limits.config().has("data")) {
      throw new IllegalStateException("a budget must leave model and data to the protocol");
    }
    if (declarations.settings() != null) {
      limits = limits.with(declarations.settings());
    }
    if (epochs != null) {
      limits = limits.withEpochs(epochs);
    }
    String label =
        budget
            + chosen.suffix()
            + (epochs == null ? "" : "-e" + epochs)
            + (test == null ? "" : test.suffix());
    return new Protocol(declarations, label, limits, chosen, test);
  }

  /** Where the trajectories come from that score a model on a set. */
  Dataset judging(String dataset) {
    Dataset own = declarations.dataset(dataset);
    return test == null ? own : new FreshTest(own, test);
  }

  /** Whether an entry was made by this protocol, as it is now, with the model declared now. */
  public boolean made(LedgerEntry entry) {
    Cell cell = entry.cell();
    String now = identity(tree(config(cell, Path.of(""))));
    return declarations.dataset(cell.dataset()).made(entry) && identity(entry.config()).equals(now);
  }

  /** A cell in the output form asked for, or in the only one that its model has. */
  public Cell cell(String dataset, String variant, Form form, long seed) {
    boolean delta = spec(new Cell(dataset, variant, form, budget, seed)).predictDelta();
    return new Cell(dataset, variant, delta ? Form.DELTA : Form.DIRECT, budget, seed);
  }

  /** The model of a cell, in full. */
  public OperatorSpec spec(Cell cell) {
    int dimension = declarations.dataset(cell.dataset()).dimension();
    return declarations.variant(cell.variant()).spec(cell.variant(), dimension, cell.form());
  }

  /**
   * What the model of a cell is given in addition to the state, as a key of what it learns from.
   */
  String given(Cell cell) {
    OperatorSpec spec = spec(cell);
    TimeSpec gates = spec instanceof TfSnoSpec gated ? gated.gate().time() : null;
    ModelInputs inputs = declarations.variant(cell.variant()).model().inputs(cell.variant());
    return inputs.equals(ModelInputs.NONE) && gates == null
        ? ""
        : " with %s, %s".formatted(inputs, gates);
  }

  /** The training of a cell. */
  public TrainConfig config(Cell cell, Path dataFile) {
    Variant variant = declarations.variant(cell.variant());
    ObjectNode tree = common(cell.dataset(), variant.times(), dataFile);
    tree.put("name", cell.key());
    tree.put("seed", cell.seed());
    ModelConfig model = variant.inputs(ModelConfig.of(spec(cell)));
    tree.set("model", shared(model).given());
    if (variant.h1() != null) {
      tree.withObject("objective").put("h1", variant.h1());
    }
    return ConfigReader.bind(cell.key(), tree, TrainConfig.class);
  }

  /** With what the recipe says of all models, where the variant says nothing else. */
  private ModelConfig shared(ModelConfig model) {
    ModelConfig changed = model;
    if (recipe.model() != null) {
      for (String key : recipe.model().propertyNames()) {
        changed = changed.gives(key) ? changed : changed.with(key, recipe.model().get(key));
      }
    }
    return changed;
  }

  /**
   * @param longer how many times the epochs of others
   */
  private ObjectNode common(String name, int longer, Path dataFile) {
    ObjectNode tree = (ObjectNode) limits.config().deepCopy();
    Dataset dataset = declarations.dataset(name);
    ObjectNode training = tree.withObject("training");
    training.put("epochs", Math.multiplyExact(longer, limits.epochs(dataset.dimension())));
    if (!training.has("batch")) {
      training.put("batch", TrainConfig.Steps.usualBatch(dataset.dimension()));
    }
    validateAsOften(tree, longer * limits.times(dataset.dimension()));
    tree.set("data", dataset.section().put("file", dataFile.toString()));
    return tree;
  }

  /** A longer training is validated as often as others, not as frequently. */
  private static void validateAsOften(ObjectNode tree, int times) {
    if (times > 1) {
      int usual = tree.at(EVERY).asInt(DEFAULTS.at(EVERY).intValue());
      tree.withObject("validation").put("every", Math.multiplyExact(times, usual));
    }
  }

  /** The lengths of rollout that models are scored over. */
  static List<Integer> horizons(int available) {
    List<Integer> fitting = HORIZONS.stream().filter(h -> h <= available).toList();
    return fitting.isEmpty() ? List.of(available) : fitting;
  }

  /** Updates of a cell's training, for estimates of the time it takes. */
  long updates(Cell cell) {
    TrainConfig config = config(cell, Path.of("data"));
    long all = declarations.dataset(cell.dataset()).trajectories(limits);
    long held = Math.min(config.validation().trajectories(), Math.max(1, all / 5));
    int batch = config.training().batch();
    return config.training().epochs() * ((all - held + batch - 1) / batch);
  }

  /**
   * The part of a configuration that decides a result: two ledgers must agree in it. What is null
   * or a default says nothing, so entries stay valid when a configuration gets a key that may be
   * left out. Nor does the order of keys.
   */
  static String identity(JsonNode config) {
    ObjectNode known = (ObjectNode) config.deepCopy();
    known.remove("name");
    if (known.get("data") instanceof ObjectNode data) {
      data.remove("file");
      data.remove("stream"); // changes where states are held, not what is computed
    }
    leaveOutNulls(known);
    JsonNode model = known.remove("model");
    leaveOut(DEFAULTS, known);
    return SORTED.writeValueAsString(known.set("model", model));
  }

  /** Leaves out what is equal to its default, and groups of which nothing remains. */
  private static void leaveOut(JsonNode defaults, ObjectNode from) {
    for (String key : List.copyOf(from.propertyNames())) {
      JsonNode value = from.get(key);
      if (value instanceof ObjectNode group) {
        leaveOut(defaults.path(key), group);
      }
      if (value.equals(defaults.get(key)) || (value.isObject() && value.isEmpty())) {
        from.remove(key);
      }
    }
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
