package io.tfsno.operator.tfsno.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;

/**
 * The steps of one pass through a gate that libtorch computes, where it has any: features beyond
 * those of the kernels, middle layers of MetaNet, and the spreading of few gates over all modes and
 * channels. The rest of a gate is hand-written kernels.
 */
final class TapedGate {
  private final GateParts parts;
  private final boolean taping;
  private final Taped others;
  private final Tensor given;
  private final Taped weight;
  private final Taped bias;
  private Tensor lastHidden;
  private Taped middle;

  /**
   * @param z the block's input {@code [channel, sample, x(, y)]}
   * @param x its modes {@code [mode, channel, sample, re/im]}
   * @param given numbers that no state decides, {@code [number, sample]}; null for none
   * @param taping whether a backward pass follows
   */
  TapedGate(GateParts parts, Tensor z, Tensor x, Tensor given, boolean taping) {
    this.parts = parts;
    this.taping = taping;
    others =
        parts.extra() == parts.given()
            ? null
            : new Taped(taping && !parts.detached(), TapedGate.others(parts), z, x);
    this.given = given;
    boolean spreads = parts.spread() != null;
    weight = spreads ? spread(in -> parts.last().weight()) : null;
    bias = spreads ? spread(in -> parts.last().bias().view(-1, 1)) : null;
  }

  private static Taped.Function others(GateParts parts) {
    return in -> parts.others().of(in[0].to(DType.FLOAT32), in[1].permute(0, 3, 1, 2));
  }

  /** Rows are looked at while operations are taped, for views of them are operations too. */
  private Taped spread(Taped.Function rows) {
    return new Taped(taping, in -> parts.spread().apply(rows.of(in)));
  }

  /** Features that come from here, {@code [feature, sample]}; null for none. */
  Tensor given() {
    if (given == null || others == null) {
      return given == null && others == null ? null : others == null ? given : others.value();
    }
    return Tensor.cat(0, others.value(), given);
  }

  /**
   * @param hidden numbers of the first layer, {@code [sample, hidden]}
   */
  void goThroughMiddle(Tensor hidden) {
    lastHidden = hidden;
    if (parts.middle() != null) {
      middle =
          new Taped(taping, in -> parts.middle().apply(in[0].permute(1, 0)).permute(1, 0), hidden);
      lastHidden = middle.value();
    }
  }

  /** What the last layer sees, {@code [sample, hidden]}. */
  Tensor lastHidden() {
    return lastHidden;
  }

  /** {@code [mode and channel, hidden]}. */
  Tensor lastWeight() {
    return weight == null ? parts.last().weight() : weight.value();
  }

  Tensor lastBias() {
    return bias == null ? parts.last().bias() : bias.value();
  }

  /**
   * @param sum the gradient of the last weight, that of the bias behind it
   */
  void backThroughSpread(Tensor sum) {
    long rows = lastWeight().size(0);
    long numbers = lastWeight().count();
    weight.backward(sum.narrow(0, 0, numbers).view(rows, -1));
    bias.backward(sum.narrow(0, numbers, rows).view(rows, 1));
  }

  /**
   * @param ofHidden the gradient of what the last layer sees, {@code [part, sample, hidden]}
   * @return that of what the first gave, in as many parts or as one
   */
  Tensor backThroughMiddle(Tensor ofHidden) {
    if (middle == null) {
      return ofHidden;
    }
    middle.backward(ofHidden.sum(0));
    return middle.gradient(0).contiguous().view(1, ofHidden.size(1), ofHidden.size(2));
  }

  /**
   * @param ofGiven the gradient of {@link #given}
   * @param ofModes to which that of the modes is added
   */
  void backThroughGiven(Tensor ofGiven, Tensor ofModes) {
    if (others != null) {
      others.backward(ofGiven.narrow(0, 0, others.value().size(0)));
      others.addGradient(1, ofModes);
    }
  }

  /** After {@link #backThroughGiven}: adds the gradient of the block's input. */
  void addFieldGradient(Tensor sum) {
    if (others != null) {
      others.addGradient(0, sum);
    }
  }
}
