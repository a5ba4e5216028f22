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
 * @param slope where what follows the block does not go back through its GELU
 * @param residual whether the input is added to what comes out of the GELU
 * @param follows whether the layer goes back through the GELU of the block before it
 */
record FusedAsob(
    ModeProduct product,
    GatedProduct gate,
    Layer layer,
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
        gate == null ? null : gate.forward(z.field(), x, given, tape.recording());
    Tensor y = product.toLines(gated == null ? product.mix(x) : gated.result());
    Value out = tape.value(layer.forward(z.field(), y, tape.recording(), place));
    tape.back(beside -> backward(z, x, gated, out, beside));
    return out;
  }

  private void backward(
      Value z, Tensor x, GatedProduct.Passed gated, Value out, SideStream beside) {
    Layer.Result g = out.gradientOfSum(slope);
    Tensor gy = product.toModes(g.lines());
    layer.addParameterGradient(g.field(), z.field(), beside);
    Tensor gx;
    if (gated == null) {
      product.addWeightGradient(gy, x, beside);
      gx = product.mixBack(gy);
    } else {
      gx = gated.backward(gy, beside);
    }
    Tensor past = residual ? out.gradientOfField() : null;
    Tensor before = follows ? z.sum() : null;
    Layer.Result ofInput = layer.backward(g.field(), product.toLines(gx), before, past);
    if (gated != null) {
      gated.addValueGradient(ofInput.field());
    }
    z.back(ofInput);
  }
}
