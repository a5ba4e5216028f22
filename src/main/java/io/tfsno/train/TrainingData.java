package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.InputScales;
import io.tfsno.data.NonFinite;
import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.feed.Clock;
import io.tfsno.data.feed.ConstantMeans;
import io.tfsno.data.feed.FirstStates;
import io.tfsno.data.feed.GivenInputs;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.data.feed.StateSource;
import io.tfsno.data.feed.StreamedSet;
import io.tfsno.engine.Device;
import io.tfsno.nn.Constants;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Operator;
import io.tfsno.operator.context.ContextEncoder;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.run.Conserve;
import io.tfsno.run.Digest;
import io.tfsno.run.ModelCard;
import io.tfsno.run.ModelInputs;
import io.tfsno.run.SymmetricScales;
import io.tfsno.run.range.SeenNumbers;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The data of a training on its device: trajectories to learn from, and others to choose the
 * weights by. The normaliser sees the former only. Nothing of it changes, so that several trainings
 * may share it. Owns its memory.
 */
public final class TrainingData implements AutoCloseable {
  private final Path file;
  private final StateSource training;
  private final ResidentSet validation;
  private final Normaliser normaliser;
  private final InputScales scales;
  private final FieldShape shape;
  private final String equation;
  private final double dt;
  private final TrainingRange range;
  private final Map<String, Object> split;
  private String sha256;

  private TrainingData(
      Path file,
      StateSource training,
      ResidentSet validation,
      Normaliser normaliser,
      InputScales scales,
      FieldShape shape,
      String equation,
      double dt,
      TrainingRange range,
      Map<String, Object> split) {
    this.file = file;
    this.training = training;
    this.validation = validation;
    this.normaliser = normaliser;
    this.scales = scales;
    this.shape = shape;
    this.equation = equation;
    this.dt = dt;
    this.range = range;
    this.split = split;
  }

  /** Loads what a config asks for. Of its model, only what that is given in addition has a part. */
  public static TrainingData load(TrainConfig config, Path file, Device device) {
    return load(config, file, device, null, null);
  }

  /**
   * @param before of trained weights, whose constants are used whatever the config says; null to
   *     follow that
   * @param range where the states lie, as a former start of the same training found it; null if
   *     none did
   */
  static TrainingData load(
      TrainConfig config, Path file, Device device, ModelCard before, TrainingRange range) {
    TrajectoryFile data = config.data().open(file);
    boolean staysOpen = false;
    try {
      LearningSets sets = LearningSets.of(config, file, data);
      TrajectorySet set = sets.training();
      FieldShape shape = shape(set, config);
      boolean fits = before == null && config.data().normalise();
      Normaliser constant = before == null ? Normaliser.NONE : before.normaliser();
      Normaliser found = fits ? Normaliser.of(set, sets.used()) : constant;
      Normaliser normaliser = SymmetricScales.of(found, shape, before != null);
      if (config.data().stream() && !fits) {
        NonFinite.refuse(set, sets.used()); // all others are looked at as they are loaded
      }
      Constants constants = new Constants();
      GivenInputs fitted = given(set, sets.used(), shape, clock(config, shape), constants);
      GivenInputs inputs = before == null ? fitted : fitted.with(before.scales());
      ResidentSet validation =
          ResidentSet.load(
              sets.validation(),
              sets.heldFrom(),
              sets.held(),
              shape.points(),
              normaliser,
              inputs,
              device);
      StateSource training =
          config.data().stream()
              ? new StreamedSet(data, set, sets.used(), shape.points(), normaliser, inputs, device)
              : ResidentSet.load(set, 0, sets.used(), shape.points(), normaliser, inputs, device);
      staysOpen = config.data().stream();
      constants.close();
      return new TrainingData(
          file,
          training,
          validation,
          normaliser,
          inputs.scales(),
          shape,
          equation(set),
          set.dt(),
          range == null ? range(set, sets.used(), shape, training) : range,
          sets.document());
    } finally {
      if (!staysOpen) {
        data.close();
      }
    }
  }

  /**
   * Names of what the training set's file holds in addition to the fields, and the model does not
   * look at.
   */
  static List<String> unused(TrainConfig config, Path file) {
    try (TrajectoryFile data = config.data().open(file)) {
      TrajectorySet set = LearningSets.of(config, file, data).training();
      List<String> conditions = new ArrayList<>(set.conditions().declared().names());
      conditions.removeAll(inputs(set, config).names());
      List<String> unused = new ArrayList<>();
      if (!conditions.isEmpty()) {
        String it = conditions.size() == 1 ? "it" : "them";
        unused.add(
            "%s (name %s in model.conditions to give %s to the model)"
                .formatted(String.join(", ", conditions), it, it));
      }
      unused.addAll(set.unused());
      return unused;
    }
  }

  private static Clock clock(TrainConfig config, FieldShape shape) {
    try (Operator declared = config.model().in(shape.dimension(), config.name()).declare(shape)) {
      return Clock.of(declared.needsTime(), declared.countsElapsed());
    }
  }

  /** The fields of the training set, found without reading more than a few of them. */
  static FieldShape shapeOf(TrainConfig config, Path file) {
    try (TrajectoryFile data = config.data().open(file)) {
      return shape(LearningSets.of(config, file, data).training(), config);
    }
  }

  private static FieldShape shape(TrajectorySet set, TrainConfig config) {
    Points points = set.grid().points().asked(config.data().resolution());
    Inputs inputs = inputs(set, config);
    requireSteps(set, inputs);
    return new FieldShape(set.grid().with(points), set.fields(), inputs);
  }

  private static void requireSteps(TrajectorySet set, Inputs inputs) {
    if (set.steps() < inputs.observed() + 2) {
      boolean sees = inputs.observed() == inputs.history();
      String key = sees ? "model.history" : "model.context.states";
      throw new UserError(
          "at least %d snapshots for %s %d"
              .formatted(inputs.observed() + 2, key, inputs.observed()),
          Integer.toString(set.steps()),
          "Lower %s, or make a longer set.".formatted(key));
    }
  }

  /** What the model is given of the set's conditions. */
  private static Inputs inputs(TrajectorySet set, TrainConfig config) {
    ModelInputs asked = config.model().inputs(config.name());
    TrajectoryConditions conditions = set.conditions();
    return asked.of(
        conditions.choose(asked.names(conditions.declared())).declared(),
        set.channelNames(),
        kept(asked.conserve(), set),
        equation(set));
  }

  private static String equation(TrajectorySet set) {
    return String.valueOf(set.attributes().getOrDefault("equation", ""));
  }

  /** Fields whose means the set keeps, as far as that matters. */
  private static List<String> kept(Conserve conserve, TrajectorySet set) {
    boolean walls = !set.grid().periodic();
    // Something may flow through walls: who asks for the mean there is told so by the model.
    boolean none = conserve == Conserve.NONE || (conserve == Conserve.AUTO && walls);
    return none ? List.of() : ConstantMeans.of(set, set.trajectories());
  }

  /**
   * @param constants of the transforms that read first states
   */
  private static GivenInputs given(
      TrajectorySet set, long used, FieldShape shape, Clock clock, Constants constants) {
    List<String> names = shape.inputs().names();
    TrajectoryConditions chosen = set.conditions().choose(names);
    return new GivenInputs(
        names,
        clock,
        InputScales.of(chosen, used, set.steps(), set.grid().cells()),
        first(shape, constants));
  }

  private static TrainingRange range(
      TrajectorySet set, int used, FieldShape shape, StateSource training) {
    TrainingRange range = rangeButContext(set, used, shape.inputs());
    return range.with(range.parameters(), SeenNumbers.ofContext(shape.inputs(), training));
  }

  /** What the training states are, without what a model would observe of them. */
  static TrainingRange rangeButContext(TrajectorySet set, int used, Inputs inputs) {
    return SeenNumbers.withParameters(TrainingRange.of(set, used), inputs, set, used);
  }

  /** What the model is told of the first states of trajectories; null for nothing. */
  private static FirstStates first(FieldShape shape, Constants constants) {
    if (!shape.inputs().remembers()) {
      return null;
    }
    ContextSpec context = shape.inputs().context();
    ContextEncoder encoder = new ContextEncoder(context, shape.grid(), constants);
    return new FirstStates(context.states(), encoder::of);
  }

  public Path file() {
    return file;
  }

  /** The digest of the whole file, read once however often it is asked for. */
  public synchronized String sha256() {
    if (sha256 == null) {
      sha256 = Digest.sha256(file);
    }
    return sha256;
  }

  StateSource training() {
    return training;
  }

  ResidentSet validation() {
    return validation;
  }

  Normaliser normaliser() {
    return normaliser;
  }

  InputScales scales() {
    return scales;
  }

  public FieldShape shape() {
    return shape;
  }

  String equation() {
    return equation;
  }

  double dt() {
    return dt;
  }

  /** The range of the training states. */
  TrainingRange range() {
    return range;
  }

  /** Which trajectories are for what, for provenance. */
  Map<String, Object> split() {
    return split;
  }

  @Override
  public void close() {
    training.close();
    validation.close();
  }
}
