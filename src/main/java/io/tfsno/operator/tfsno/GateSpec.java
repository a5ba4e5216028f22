package io.tfsno.operator.tfsno;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Sizes;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.tfsno.statistic.Statistics;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How a block adapts its spectral response to its input.
 *
 * @param kind what the gate multiplies
 * @param controller what it looks at
 * @param features names of the statistics it is given, in the order of {@link Statistics}; none for
 *     a gate that sees only what it is told
 * @param metaNet the network from features to gates
 * @param alpha the gain at the start, softplus of a trained number
 * @param bands number of radial bands of a {@link Kind#BAND} gate
 * @param detach whether gradients stop at the statistics
 * @param standardise whether statistics are shifted and scaled by constants taken from data
 * @param calibrations how often those constants are taken: before each of the first n epochs
 * @param learningRateFactor by which the gate's own parameters learn slower or faster than others
 * @param time the encoding of explicit time, or null for autonomous systems
 * @param conditions whether the gate sees the parameters that the model is given
 * @param blocks the numbers of the blocks that have a gate, from 1 on; null for all
 */
public record GateSpec(
    Kind kind,
    Controller controller,
    List<String> features,
    MetaNetSpec metaNet,
    double alpha,
    int bands,
    boolean detach,
    boolean standardise,
    int calibrations,
    double learningRateFactor,
    TimeSpec time,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean conditions,
    List<Integer> blocks) {

  /** What one gate value multiplies. */
  public enum Kind {
    /** Nothing: the block is static. */
    NONE,
    /** All channels and modes of a block alike. */
    SCALAR,
    /** One channel within one band of radial wave numbers. */
    BAND,
    /** One channel and mode. */
    MODE
  }

  /** What the gate is computed from. */
  public enum Controller {
    /** The statistics that are listed. */
    STATISTICS,
    /** The statistics of the paper and others about directions. */
    DIRECTIONAL,
    /** Numbers from a small convolutional encoder. */
    LEARNED
  }

  public static final GateSpec DEFAULT =
      new GateSpec(
          Kind.MODE,
          Controller.STATISTICS,
          Statistics.ofPaper(),
          MetaNetSpec.DEFAULT,
          Math.log(2),
          16,
          false,
          false,
          1,
          1,
          null,
          false,
          null);

  public GateSpec {
    Sizes.requirePresent("kind", kind);
    Sizes.requirePresent("controller", controller);
    Sizes.requirePresent("metaNet", metaNet);
    List<String> given = Sizes.requirePresent("features", features);
    features = Statistics.names(Statistics.inOrder(given));
    if (features.size() != given.size()) {
      throw new UserError(
          "different statistics",
          "" + given,
          "Choose from " + Statistics.names(Statistics.all()) + ", or set kind: NONE.");
    }
    if (controller != Controller.STATISTICS && !features.equals(Statistics.ofPaper())) {
      throw new UserError(
          "the statistics %s with controller %s".formatted(Statistics.ofPaper(), controller),
          "" + features,
          "Leave features out, or use controller: STATISTICS.");
    }
    if (controller == Controller.LEARNED && standardise) {
      throw new UserError(
          "standardise: false with controller LEARNED",
          "true",
          "A learned controller has no statistics to standardise.");
    }
    if (!(alpha > 0) || alpha > 10) {
      throw new UserError(
          "an initial gain alpha in (0, 10]", "" + alpha, "The paper uses 0.1, 0.5.");
    }
    Sizes.requirePositive("number of bands", bands);
    Sizes.requirePositive("number of calibrations", calibrations);
    if (!(learningRateFactor >= 0) || learningRateFactor > 100) {
      throw new UserError(
          "a learningRateFactor from 0 to 100",
          "" + learningRateFactor,
          "1 trains the gate like the rest, 0 leaves it as it starts.");
    }
    if (blocks != null) {
      requireDifferent(blocks);
      blocks = blocks.stream().sorted().toList();
    }
  }

  private static void requireDifferent(List<Integer> blocks) {
    boolean positive = blocks.stream().allMatch(b -> b != null && b > 0);
    if (blocks.isEmpty() || !positive || Set.copyOf(blocks).size() != blocks.size()) {
      throw new UserError(
          "one or more different numbers of blocks, from 1 on",
          "" + blocks,
          "Leave blocks out for gates in all of them, or set kind: NONE.");
    }
  }

  /** Whether the block of this index, from 0 on, has a gate. */
  boolean isIn(int block) {
    return isPresent() && (blocks == null || blocks.contains(block + 1));
  }

  /** Whether there is a gate at all. */
  boolean isPresent() {
    return kind != Kind.NONE;
  }

  /** Whether there is a gate that looks at the state. */
  boolean seesState() {
    return isPresent() && !(controller == Controller.STATISTICS && features.isEmpty());
  }

  /** Whether there is a gate that is told the time. */
  boolean isTimed() {
    return isPresent() && time != null;
  }

  /** Refuses what gates cannot be told. */
  void check(Inputs inputs) {
    if (conditions && inputs.parameters().isEmpty()) {
      throw new UserError(
          "parameters for the gate, as model.gate.conditions says",
          "a model that is given none",
          "Name some of the data's parameters in model.conditions.");
    }
    boolean remembers = inputs.remembers() && inputs.context().to().gates();
    boolean told = conditions || isTimed() || remembers;
    if (isPresent() && !seesState() && !told) {
      throw new UserError(
          "something for the gate to see",
          "gate.features: [] and a gate that is told nothing",
          "Name statistics, or tell it something: model.context, gate.conditions or gate.time.");
    }
    requireOneClock(inputs.time());
  }

  private void requireOneClock(TimeSpec channels) {
    if (channels != null && isTimed() && !channels.elapsed().equals(time.elapsed())) {
      throw new UserError(
          "the same 'elapsed' in model.time and model.gate.time",
          "%s and %s".formatted(channels.elapsed(), time.elapsed()),
          "A state has one time: by the clock of the law, or since the first snapshot.");
    }
  }

  public GateSpec withKind(Kind other) {
    return with(draft -> draft.kind = other);
  }

  public GateSpec withController(Controller other) {
    return with(draft -> draft.controller = other);
  }

  public GateSpec withFeatures(List<String> other) {
    return with(draft -> draft.features = other);
  }

  public GateSpec withMetaNet(MetaNetSpec other) {
    return with(draft -> draft.metaNet = other);
  }

  public GateSpec withAlpha(double other) {
    return with(draft -> draft.alpha = other);
  }

  public GateSpec withBands(int other) {
    return with(draft -> draft.bands = other);
  }

  public GateSpec withDetach(boolean on) {
    return with(draft -> draft.detach = on);
  }

  public GateSpec withStandardise(boolean on) {
    return with(draft -> draft.standardise = on);
  }

  public GateSpec withBlocks(List<Integer> other) {
    return with(draft -> draft.blocks = other);
  }

  public GateSpec withConditions(boolean on) {
    return with(draft -> draft.conditions = on);
  }

  public GateSpec withTime(TimeSpec other) {
    return with(draft -> draft.time = other);
  }

  private GateSpec with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  /** A copy to change. */
  private static final class Draft {
    private Kind kind;
    private Controller controller;
    private List<String> features;
    private MetaNetSpec metaNet;
    private double alpha;
    private int bands;
    private boolean detach;
    private boolean standardise;
    private int calibrations;
    private double learningRateFactor;
    private TimeSpec time;
    private boolean conditions;
    private List<Integer> blocks;

    Draft(GateSpec from) {
      kind = from.kind;
      controller = from.controller;
      features = from.features;
      metaNet = from.metaNet;
      alpha = from.alpha;
      bands = from.bands;
      detach = from.detach;
      standardise = from.standardise;
      calibrations = from.calibrations;
      learningRateFactor = from.learningRateFactor;
      time = from.time;
      conditions = from.conditions;
      blocks = from.blocks;
    }

    GateSpec done() {
      return new GateSpec(
          kind,
          controller,
          features,
          metaNet,
          alpha,
          bands,
          detach,
          standardise,
          calibrations,
          learningRateFactor,
          time,
          conditions,
          blocks);
    }
  }
}
