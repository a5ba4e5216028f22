package io.tfsno.operator.context;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A memory of the regime: what a model knows of the first states of a trajectory, and where it
 * learns it.
 *
 * <pre>{@code
 * model: {name: tfsno, context: {states: 6, to: gate}}
 * model: {name: fno, context: {states: 6, to: channels, learnt: {hidden: [32], numbers: 8}}}
 * }</pre>
 *
 * @param states that are read, from the first one on
 * @param features what is taken from them
 * @param learnt a network that turns those numbers into fewer; null to use them as they are
 * @param to what is given the code
 * @param phase whether the blocks of TF-SNO shift their spectral result by a distance that they
 *     take from the code
 * @param limit how far beyond its range in training a number is believed, in widths of that range;
 *     null to believe every number
 */
public record ContextSpec(
    int states,
    List<ContextFeature> features,
    @JsonInclude(JsonInclude.Include.NON_NULL) CodeSpec learnt,
    Use to,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean phase,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double limit) {

  /** What is given the code. */
  public enum Use {
    /** MetaNet of every gate. */
    GATE,
    /** The network's input, as channels that are constant over the grid. */
    CHANNELS,
    /** MetaNet of every gate, and the network's input. */
    BOTH,
    /** Nothing: the model starts where others of a comparison start, and learns no more. */
    NONE;

    public boolean gates() {
      return this == GATE || this == BOTH;
    }

    public boolean channels() {
      return this == CHANNELS || this == BOTH;
    }
  }

  private static final int LONGEST = 64;
  private static final int WIDEST = 1000;

  public ContextSpec {
    if (states < 1 || states > LONGEST) {
      throw new UserError(
          "model.context.states from 1 to " + LONGEST,
          Integer.toString(states),
          "Leave model.context out for a model without a memory.");
    }
    List<ContextFeature> asked = List.copyOf(features);
    features = Arrays.stream(ContextFeature.values()).filter(asked::contains).toList();
    if (asked.isEmpty() || Set.copyOf(asked).size() != asked.size()) {
      throw new UserError(
          "one or more different features of the context",
          "" + asked,
          "Choose from statistics, ratios, phases, power, law and trend, or leave model.context.features out.");
    }
    if (limit != null && !(limit >= 0 && limit <= WIDEST)) {
      throw new UserError(
          "model.context.limit from 0 to " + WIDEST,
          limit.toString(),
          "Try 0.5, half of the range in training, or leave it out to believe every number.");
    }
    if (features.stream().noneMatch(feature -> feature.isIn(states))) {
      throw new UserError(
          "at least 2 states for a context of " + features,
          Integer.toString(states),
          "Raise model.context.states, or add the features statistics or power.");
    }
  }

  /** Six states and what can be taken from their spectra, for gates. */
  public static ContextSpec defaults() {
    return new ContextSpec(6, ContextFeature.USUAL, null, Use.GATE, false, null);
  }

  public ContextSpec withStates(int count) {
    return new ContextSpec(count, features, learnt, to, phase, limit);
  }

  public ContextSpec withFeatures(ContextFeature... others) {
    return new ContextSpec(states, List.of(others), learnt, to, phase, limit);
  }

  public ContextSpec withLearnt(CodeSpec other) {
    return new ContextSpec(states, features, other, to, phase, limit);
  }

  public ContextSpec to(Use other) {
    return new ContextSpec(states, features, learnt, other, phase, limit);
  }

  public ContextSpec withPhase(boolean on) {
    return new ContextSpec(states, features, learnt, to, on, limit);
  }

  public ContextSpec withLimit(Double widths) {
    return new ContextSpec(states, features, learnt, to, phase, widths);
  }

  /** Whether the numbers of a context are looked at. */
  public boolean used() {
    return to != Use.NONE || phase;
  }

  /** The features that can be taken of these states. */
  List<ContextFeature> taken() {
    return features.stream().filter(feature -> feature.isIn(states)).toList();
  }

  /** Whether the law behind the states is looked for. */
  boolean fitsLaw() {
    return taken().contains(ContextFeature.LAW) || taken().contains(ContextFeature.TREND);
  }

  /** How many numbers are taken from the states. */
  public int numbers(int dimension) {
    return taken().stream().mapToInt(feature -> feature.size(dimension)).sum();
  }

  /** How many numbers the code has. */
  public int code(int dimension) {
    return learnt == null ? numbers(dimension) : learnt.numbers();
  }
}
