package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LinesBack;
import io.tfsno.nn.fused.ModeProduct;
import io.tfsno.nn.fused.Tape;
import io.tfsno.nn.fused.Value;
import io.tfsno.operator.tfsno.cuda.GatedProduct;

/**
 * An {@link Asob} in parts.
 *
 * @param gate null for a static block
 * @param mix the map behind the GELU, which adds the block's input; null for none
 * @param slope where neither the mix nor what follows the block goes back through its GELU; null
 *     with a mix
 * @param residual whether the input is added to what comes out of the GELU
 * @param follows whether the layer goes back through the GELU of the block before it
 */
record FusedAsob(
    ModeProduct product,
    GatedProduct gate,
    Layer layer,
    Layer mix,
    LinesBack slope,
    boolean residual,
    boolean follows) {
  /**
   * @param z the input with its lines
   * @param given what the gate sees in addition to it; null for nothing
   * @param place for the result; null for a new one
   */
  Value forward(Tape tape, Value z, Tensor given, Tensor place) {
    Tensor x = product.toModes(z.lines());
    GatedProduct.Passed gated =
        gate == null ? null : gate.forward(z.field(), x, given, tape.taping());
    Tensor y = product.toLines(gated == null ? product.mix(x) : gated.result());
    Layer.Result active =
        layer.forward(z.field(), y, null, tape.taping(), mix == null ? place : null);
    Value out =
        tape.value(
            mix == null
                ? active
                : mix.forward(active.field(), null, z.field(), tape.taping(), place));
    tape.back(side -> backward(z, x, gated, active, out, side));
    return out;
  }

  private void backward(
      Value z,
      Tensor x,
      GatedProduct.Passed gated,
      Layer.Result active,
      Value out,
      SideStream side) {
    Layer.Result g = mix == null ? out.gradientOfSum(slope) : throughMix(active, out, side);
    Tensor gy = product.toModes(g.lines());
    layer.addParameterGradient(g.field(), z.field(), side);
    Tensor gx;
    if (gated == null) {
      product.addWeightGradient(gy, x, side);
      gx = product.mixBack(gy);
    } else {
      gx = gated.backward(gy, side);
    }
    Tensor past = residual ? out.gradientOfField() : null;
    Tensor before = follows ? z.sum() : null;
    Layer.Result ofInput = layer.backward(g.field(), product.toLines(gx), before, past);
    if (gated != null) {
      gated.addValueGradient(ofInput.field());
    }
    z.back(ofInput);
  }

  /** The gradient of the layer's sum, with its lines. */
  private Layer.Result throughMix(Layer.Result active, Value out, SideStream side) {
    Tensor gradient = out.gradientOfField();
    mix.addParameterGradient(gradient, active.field(), side);
    return mix.backward(gradient, null, active.sum(), null);
  }
}
