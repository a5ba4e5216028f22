package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;

/** A field on its way through a network, and later its gradient. */
public final class Value {
  private final Layer.Result result;
  private final boolean wantsGradient;
  private final boolean residual;
  private Layer.Result gradient;

  /**
   * @param residual whether more was added to what came out of the GELU, so that what follows has
   *     to give the gradient of the field
   */
  Value(Layer.Result result, boolean wantsGradient, boolean residual) {
    this.result = result;
    this.wantsGradient = wantsGradient;
    this.residual = residual;
  }

  public Tensor field() {
    return result.field();
  }

  /** Null where nothing that follows asks for them. */
  public Tensor lines() {
    return result.lines();
  }

  /** What GELU was applied to to get the field; null if there is more to the field. */
  Tensor sum() {
    return residual ? null : result.sum();
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
  public Tensor gradient() {
    return gradient == null ? null : gradient.field();
  }

  /**
   * The gradient of the sum with its lines.
   *
   * @param end the last step there, where what follows the layer did not take it
   */
  public Layer.Result gradientOfSum(LinesBack end) {
    return gradient.lines() != null ? gradient : end.of(gradient.field(), result.sum());
  }
}
