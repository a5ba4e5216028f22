package io.tfsno.operator;

import io.tfsno.base.UserError;
import java.util.EnumSet;
import java.util.List;

/**
 * How a block adapts its spectral response to its input.
 *
 * @param kind what the gate multiplies
 * @param controller what it looks at
 * @param features the statistics it is given, in the order of {@link Statistic}
 * @param metaNet the network from features to gates
 * @param alpha the gain at the start, softplus of a trained number
 * @param bands number of radial bands of a {@link Kind#BAND} gate
 * @param detach whether gradients stop at the statistics
 * @param standardise whether statistics are shifted and scaled by constants taken from data
 * @param calibrations how often those constants are taken: before each of the first so many epochs
 * @param learningRateFactor by which the gate's own parameters learn slower or faster than others
 * @param time the encoding of explicit time, or null for autonomous systems
 */
public record GateSpec(
    Kind kind,
    Controller controller,
    List<Statistic> features,
    MetaNetSpec metaNet,
    double alpha,
    int bands,
    boolean detach,
    boolean standardise,
    int calibrations,
    double learningRateFactor,
    TimeSpec time) {

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
    /** The eight statistics, or those of them that are listed. */
    STATISTICS,
    /** The eight statistics and eight more about directions. */
    DIRECTIONAL,
    /** 32 numbers from a small convolutional encoder. */
    LEARNED
  }

  public static final GateSpec DEFAULT =
      new GateSpec(
          Kind.MODE,
          Controller.STATISTICS,
          Statistic.all(),
          MetaNetSpec.DEFAULT,
          Math.log(2),
          16,
          false,
          false,
          1,
          1,
          null);

  public GateSpec {
    Sizes.requirePresent("kind", kind);
    Sizes.requirePresent("controller", controller);
    Sizes.requirePresent("metaNet", metaNet);
    List<Statistic> given = Sizes.requirePresent("features", features);
    if (given.isEmpty() || EnumSet.copyOf(given).size() != given.size()) {
      throw new UserError(
          "one or more different statistics",
          "" + given,
          "Choose from " + Statistic.all() + ", or set kind: NONE.");
    }
    features = given.stream().sorted().toList();
    if (controller != Controller.STATISTICS && features.size() != Statistic.all().size()) {
      throw new UserError(
          "all eight statistics with controller " + controller,
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
  }

  /** Whether there is a gate at all. */
  boolean isPresent() {
    return kind != Kind.NONE;
  }

  public GateSpec withKind(Kind other) {
    return new GateSpec(
        other,
        controller,
        features,
        metaNet,
        alpha,
        bands,
        detach,
        standardise,
        calibrations,
        learningRateFactor,
        time);
  }

  public GateSpec withController(Controller other) {
    return new GateSpec(
        kind,
        other,
        features,
        metaNet,
        alpha,
        bands,
        detach,
        standardise,
        calibrations,
        learningRateFactor,
        time);
  }

  public GateSpec withFeatures(List<Statistic> other) {
    return new GateSpec(
        kind,
        controller,
        other,
        metaNet,
        alpha,
        bands,
        detach,
        standardise,
        calibrations,
        learningRateFactor,
        time);
  }

  public GateSpec withMetaNet(MetaNetSpec other) {
    return new GateSpec(
        kind,
        controller,
        features,
        other,
        alpha,
        bands,
        detach,
        standardise,
        calibrations,
        learningRateFactor,
        time);
  }

  public GateSpec withAlpha(double other) {
    return new GateSpec(
        kind,
        controller,
        features,
        metaNet,
        other,
        bands,
        detach,
        standardise,
        calibrations,
        learningRateFactor,
        time);
  }

  public GateSpec withBands(int other) {
    return new GateSpec(
        kind,
        controller,
        features,
        metaNet,
        alpha,
        other,
        detach,
        standardise,
        calibrations,
        learningRateFactor,
        time);
  }

  public GateSpec withDetach(boolean on) {
    return new GateSpec(
        kind,
        controller,
        features,
        metaNet,
        alpha,
        bands,
        on,
        standardise,
        calibrations,
        learningRateFactor,
        time);
  }

  public GateSpec withStandardise(boolean on) {
    return new GateSpec(
        kind,
        controller,
        features,
        metaNet,
        alpha,
        bands,
        detach,
        on,
        calibrations,
        learningRateFactor,
        time);
  }

  public GateSpec withCalibrations(int other) {
    return new GateSpec(
        kind,
        controller,
        features,
        metaNet,
        alpha,
        bands,
        detach,
        standardise,
        other,
        learningRateFactor,
        time);
  }

  public GateSpec withLearningRateFactor(double other) {
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
        other,
        time);
  }

  public GateSpec withTime(TimeSpec other) {
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
        other);
  }
}
