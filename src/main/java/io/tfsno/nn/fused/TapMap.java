package io.tfsno.nn.fused;

import io.tfsno.nn.Parameter;
import io.tfsno.spectral.Points;

/**
 * A learnt map over channels and neighbouring points of periodic lines or planes, on fields {@code
 * [channel, sample, point]}:
 *
 * <pre>
 *   y[o][x] = s ( sum over i and t of K[o][i][t] u[i][stride x + t - reach] + b[o] )
 * </pre>
 *
 * On a plane x and t are pairs, and the points of a row follow on each other. An odd number of taps
 * along an axis lies around each point; an even one is a block of points that becomes one. The
 * gradients of its parameters lie one behind the other.
 *
 * @param weight K, {@code [out, in, tap]} or {@code [out, in, tap of y, tap of x]}
 * @param bias b, {@code [out]}; null for none
 * @param scale s, {@code [1]}; null for none
 * @param points of a field of y
 * @param end what else happens while y is at hand
 */
public record TapMap(Parameter weight, Parameter bias, Parameter scale, Points points, End end) {
  /** What a map ends in, which decides how its backward pass begins. */
  public enum End {
    /** y itself, or y added to a field. */
    PLAIN,
    /** y is the argument of a sigmoid, which multiplies u before a step takes it. */
    GATE,
    /** y is added to a field; u is what was gated. */
    STEP,
    /** u are two fields, the first of them on half as many points along each axis. */
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

  /** Points that a point of y sees along an axis. */
  public int side() {
    return size(2);
  }

  public int taps() {
    return power(side());
  }

  /** Points of a line of u for one of y. */
  public int stride() {
    return side() % 2 == 1 ? 1 : side();
  }

  /** Points of u that become one of y. */
  public int block() {
    return power(stride());
  }

  /** Points that y sees on each side of its own. */
  public int reach() {
    return stride() == 1 ? side() / 2 : 0;
  }

  /** Points of a field of y. */
  public int cells() {
    return points.cells();
  }

  /** Points of y for one of a field on half as many along each axis. */
  public int copies() {
    return power(2);
  }

  /** Whether it matters that fields are planes: alone, a point has no neighbours. */
  public boolean seesPlane() {
    return points.dimension() == 2 && (side() > 1 || end == End.JOIN);
  }

  private int power(int ofAxis) {
    return points.map(n -> ofAxis).cells();
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
