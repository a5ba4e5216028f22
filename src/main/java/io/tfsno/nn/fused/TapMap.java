package io.tfsno.nn.fused;

import io.tfsno.nn.Parameter;

/**
 * A learnt map over channels and neighbouring points of periodic lines, on fields {@code [channel,
 * sample, x]}:
 *
 * <pre>
 *   y[o][x] = s ( sum over i and t of K[o][i][t] u[i][stride x + t - reach] + b[o] )
 * </pre>
 *
 * An odd number of taps lies around each point; an even one is a block of points that becomes one.
 * The gradients of its parameters lie one behind the other.
 *
 * @param weight K, {@code [out, in, tap]}
 * @param bias b, {@code [out]}; null for none
 * @param scale s, {@code [1]}; null for none
 * @param points of a line of y
 * @param end what else happens while y is at hand
 */
public record TapMap(Parameter weight, Parameter bias, Parameter scale, int points, End end) {
  /** What a map ends in, which decides how its backward pass begins. */
  public enum End {
    /** y itself, or y added to a field. */
    PLAIN,
    /** y is the argument of a sigmoid, which multiplies u before a step takes it. */
    GATE,
    /** y is added to a field; u is what was gated. */
    STEP,
    /** u are two fields, the first of them on half as many points. */
    JOIN,
    /** y is what the network gives. */
    OUTPUT
  }

  public TapMap {
    long next = weight.offset() + weight.count();
    if (bias != null) {
      next = following(next, bias);
    }
    if (scale != null) {
      following(next, scale);
    }
  }

  private static long following(long place, Parameter parameter) {
    if (parameter.offset() != place) {
      throw new IllegalArgumentException(parameter + " does not lie behind the weight of its map");
    }
    return place + parameter.count();
  }

  public int in() {
    return size(1);
  }

  public int out() {
    return size(0);
  }

  public int taps() {
    return size(2);
  }

  /** Points of a line of u for one of y. */
  public int stride() {
    return taps() % 2 == 1 ? 1 : taps();
  }

  /** Points that y sees on each side of its own. */
  public int reach() {
    return stride() == 1 ? taps() / 2 : 0;
  }

  /** Index of the first number behind its parameters in the flat buffer. */
  public long limit() {
    Parameter last = scale != null ? scale : bias != null ? bias : weight;
    return last.offset() + last.count();
  }

  private int size(int axis) {
    return Math.toIntExact(weight.shape().get(axis));
  }
}
