package io.tfsno.operator.tfsno.bound;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Linear;

/** An affine map over channels, {@code y = W x + b}, with a bound on the norm of W or without. */
public final class ChannelMap {
  private final Linear linear;
  private final NormBounds bounds;
  private final long columns;
  private boolean training;

  /**
   * @param bounds of one matrix; null for a free map
   * @param columns the first ones of W, whose norm is bounded; others are scaled alike
   */
  public ChannelMap(Linear linear, NormBounds bounds, long columns) {
    this.linear = linear;
    this.bounds = bounds;
    this.columns = columns;
  }

  public ChannelMap(Linear linear, NormBounds bounds) {
    this(linear, bounds, linear.in());
  }

  public Tensor apply(Tensor x) {
    return linear.apply(x, weight());
  }

  /** W as it acts: after the bound, if there is one. */
  public Tensor weight() {
    Tensor weight = linear.weight();
    if (bounds == null) {
      return weight;
    }
    Tensor source = bounds.isStrict() ? weight : weight.detach();
    Tensor matrix = source.narrow(1, 0, columns).reshape(1, weight.size(0), columns);
    return weight.mul(bounds.factors(weight, matrix, training).view(1, 1));
  }

  public Linear linear() {
    return linear;
  }

  /**
   * Exact bounds are computed when training stops, not in the first step after it: a decomposition
   * waits for the device, and steps may be replayed from a taping.
   */
  public void training(boolean on) {
    training = on;
    if (!on && bounds != null) {
      try (Scope scope = new Scope();
          Autograd.Mode off = Autograd.off()) {
        weight();
      }
    }
  }
}
