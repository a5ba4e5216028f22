package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Linear;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.cuda.FusedLayer;
import io.tfsno.nn.cuda.FusedLayer.Joint;
import io.tfsno.nn.cuda.FusedSpectrum;
import io.tfsno.operator.tfsno.cuda.FusedGate;

/** An {@link Asob} on a GPU, forward and back, in hand-written kernels. */
final class FusedAsob {
  private final FusedSpectrum spectrum;
  private final SpectralConv spectral;
  private final FusedGate gate;
  private final FusedLayer layer;

  /**
   * @param gate null for a static block
   * @param givesLines whether the next block follows directly
   */
  FusedAsob(
      FusedSpectrum spectrum,
      SpectralConv spectral,
      Linear pointwise,
      FusedGate gate,
      boolean givesLines) {
    this.spectrum = spectrum;
    this.spectral = spectral;
    this.gate = gate;
    spectrum.prepare(spectral.weight());
    layer =
        givesLines
            ? new FusedLayer(
                spectrum, pointwise, Joint.TAKES_LINES, Joint.ACTIVE, Joint.GIVES_LINES)
            : new FusedLayer(spectrum, pointwise, Joint.TAKES_LINES, Joint.ACTIVE);
  }

  FusedSpectrum spectrum() {
    return spectrum;
  }

  /** What a block gave, with what its way back needs. */
  record Passed(Tensor input, Tensor modes, FusedGate.Trace gate, FusedLayer.Result output) {
    Tensor field() {
      return output.field();
    }

    /** What the last GELU was applied to. */
    Tensor sum() {
      return output.sum();
    }
  }

  /**
   * @param z the input with its lines
   * @param given what the gate sees in addition to it; null for nothing
   * @param place for the result; null for a new one
   */
  Passed forward(FusedLayer.Result z, Tensor given, boolean recording, Tensor place) {
    Tensor x = spectrum.toModes(z.lines());
    FusedGate.Trace gated = gate == null ? null : gate.forward(z.field(), x, given, recording);
    Tensor y = gated == null ? spectrum.mix(x, spectral.weight()) : gated.result();
    Tensor lines = spectrum.toLines(y);
    FusedLayer.Result output =
        place == null
            ? layer.forward(z.field(), lines, recording)
            : layer.forward(z.field(), lines, recording, place);
    return new Passed(z.field(), x, gated, output);
  }

  /**
   * Adds to the gradients of the block's parameters.
   *
   * @param gradient of the sum before the last GELU, with its lines
   * @return the gradient of the input
   */
  Tensor backward(Passed passed, FusedLayer.Result gradient, SideStream beside) {
    Tensor gy = spectrum.toModes(gradient.lines());
    layer.addParameterGradient(gradient.field(), passed.input, beside);
    if (gate == null) {
      spectrum.addWeightGradient(gy, passed.modes, spectral.gradient(), beside);
      Tensor gx = spectrum.mixBack(gy, spectral.weight());
      return layer.backward(gradient.field(), spectrum.toLines(gx), null).field();
    }
    FusedGate.Back back = gate.backward(passed.gate, gy, beside);
    Tensor lines = spectrum.toLines(back.modes());
    Tensor ofInput = layer.backward(gradient.field(), lines, null).field();
    gate.addValueGradient(passed.gate, back, ofInput);
    return ofInput;
  }
}
