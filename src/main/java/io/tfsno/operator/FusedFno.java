package io.tfsno.operator;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.FusedHead;
import io.tfsno.nn.FusedLayer;
import io.tfsno.nn.FusedSpectrum;
import io.tfsno.nn.Linear;
import io.tfsno.nn.SpectralConv;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of {@link Fno} on a GPU, forward and back, in hand-written kernels that pass over the
 * fields as few times as they can: a layer keeps only its sum before GELU, which the next layer and
 * the way back apply again while they load it.
 */
final class FusedFno {
  private final FusedSpectrum spectrum;
  private final List<SpectralConv> spectral;
  private final FusedLayer lift;
  private final List<FusedLayer> layers = new ArrayList<>();
  private final FusedHead head;

  FusedFno(
      FusedSpectrum spectrum,
      Linear lift,
      List<SpectralConv> spectral,
      List<Linear> pointwise,
      Linear head0,
      Linear head1) {
    this.spectrum = spectrum;
    this.spectral = spectral;
    this.lift = new FusedLayer(spectrum, lift, false, false, true, false);
    int last = spectral.size() - 1;
    for (int l = 0; l <= last; l++) {
      layers.add(new FusedLayer(spectrum, pointwise.get(l), l > 0, true, l < last, l < last));
    }
    head = new FusedHead(head0, head1);
  }

  Tensor network(Tensor u) {
    Tensor x = u.contiguous();
    Trace trace = new Trace();
    Tensor out;
    try (Autograd.Mode off = Autograd.off()) {
      out = forward(x, trace);
    }
    return CustomGradient.program(out, x, gradient -> trace.backward(gradient.contiguous(), x));
  }

  private Tensor forward(Tensor u, Trace trace) {
    FusedLayer.Result v = lift.forward(u, null);
    for (int l = 0; l < layers.size(); l++) {
      Tensor x = spectrum.toModes(v.lines());
      trace.fields.add(v.field());
      trace.modes.add(x);
      Tensor y = spectrum.toLines(spectrum.mix(x, spectral.get(l).weight()));
      v = layers.get(l).forward(v.field(), y);
    }
    trace.last = v.field();
    return head.forward(v.field());
  }

  /** What the way back needs of the way there. */
  private final class Trace {
    private final List<Tensor> fields = new ArrayList<>();
    private final List<Tensor> modes = new ArrayList<>();
    private Tensor last;

    /** Adds the gradients of all parameters; gives that of u, or null where it has none. */
    Tensor backward(Tensor gradient, Tensor u) {
      Tensor g = head.backward(gradient, last);
      Tensor lines = spectrum.lines(g, spectrum.synthesis());
      for (int l = layers.size() - 1; l >= 0; l--) {
        SpectralConv conv = spectral.get(l);
        Tensor gy = spectrum.toModes(lines);
        spectrum.addWeightGradient(gy, modes.get(l), conv.gradient());
        Tensor gx = spectrum.toLines(spectrum.mixBack(gy, conv.weight()));
        FusedLayer.Result back = layers.get(l).backward(g, gx, fields.get(l), true);
        g = back.field();
        lines = back.lines();
      }
      FusedLayer.Result back = lift.backward(g, null, u, u.needsGradient());
      return back == null ? null : back.field();
    }
  }
}
