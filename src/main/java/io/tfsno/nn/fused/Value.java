package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;

/** A field on its way through a network, and later its gradient. */
public final class Value {
  private final Layer.Result result;
  private final boolean wantsGradient;
  private Layer.Result gradient;

  Value(Layer.Result result, boolean wantsGradient) {
    this.result = result;
    this.wantsGradient = wantsGradient;
  }

  public Tensor field() {
    return result.field();
  }

  /** Null where nothing that follows asks for them. */
  public Tensor lines() {
    return result.lines();
  }

  /** What GELU was applied to to get the field; null if it was not. */
  public Tensor sum() {
    return result.sum();
  }

  boolean wantsGradient() {
    return wantsGradient;
  }

  /**
   * @param found of the field; or of the sum, then with its lines
   */
  public void back(Layer.Result found) {
    gradient = found;
  }

  void back(Tensor ofField) {
    back(new Layer.Result(null, ofField, null));
  }

  /** What {@link #back} brought; null as long as nothing came. */
  Tensor gradient() {
    return gradient == null ? null : gradient.field();
  }

  /**
   * The gradient of the sum with its lines.
   *
   * @param end the last step there, where what follows the layer did not take it
   */
  public Layer.Result gradientOfSum(LinesBack end) {
    return hasOfSum() ? gradient : end.of(gradient.field(), sum());
  }

  /** The gradient of a residual layer's result. */
  public Tensor gradientOfField() {
    Tensor found = gradient.field();
    long channels = field().size(0);
    return hasOfSum() ? found.narrow(0, found.size(0) - channels, channels) : found;
  }

  private boolean hasOfSum() {
    return gradient.lines() != null;
  }
}
