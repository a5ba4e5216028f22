package io.tfsno.operator.baseline;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Linear;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.cuda.FusedHead;
import io.tfsno.nn.cuda.FusedLayer;
import io.tfsno.nn.cuda.FusedLayer.Joint;
import io.tfsno.nn.cuda.FusedLines;
import io.tfsno.nn.cuda.FusedSpectrum;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of {@link Fno} on a GPU, forward and back, in hand-written kernels that pass over the
 * fields as few times as they can: GELU and both sides of the transform along the last axis happen
 * while a layer has its field in registers.
 */
final class FusedFno {
  private final FusedSpectrum spectrum;
  private final List<SpectralConv> spectral;
  private final FusedLayer lift;
  private final List<FusedLayer> layers = new ArrayList<>();
  private final FusedLines linesBack;
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
    spectral.forEach(s -> spectrum.prepare(s.weight()));
    this.lift = new FusedLayer(spectrum, lift, Joint.FROM_STATES, Joint.GIVES_LINES);
    int last = spectral.size() - 1;
    for (int l = 0; l <= last; l++) {
      List<Joint> joints = new ArrayList<>(List.of(Joint.TAKES_LINES));
      if (l > 0) {
        joints.addAll(List.of(Joint.AFTER_GELU, Joint.GIVES_LINES_BACK));
      }
      if (l < last) {
        joints.addAll(List.of(Joint.ACTIVE, Joint.GIVES_LINES));
      }
      layers.add(new FusedLayer(spectrum, pointwise.get(l), joints.toArray(Joint[]::new)));
    }
    layers.forEach(FusedLayer::prepareMixing);
    linesBack = new FusedLines(spectrum, Math.toIntExact(head0.weight().size(1)));
    head = new FusedHead(head0, head1, spectrum.path());
  }

  Tensor network(Tensor u) {
    Tensor x = u.contiguous();
    boolean recording = Autograd.recording();
    Trace trace = new Trace();
    Tensor out;
    try (Autograd.Mode off = Autograd.off()) {
      out = forward(x, trace, recording);
    }
    return CustomGradient.program(out, x, gradient -> trace.backward(gradient.contiguous(), x));
  }

  private Tensor forward(Tensor u, Trace trace, boolean recording) {
    FusedLayer.Result v = lift.forward(u, null, recording);
    for (int l = 0; l < layers.size(); l++) {
      Tensor x = spectrum.toModes(v.lines());
      trace.inputs.add(v);
      trace.modes.add(x);
      v = layers.get(l).forwardMixing(v.field(), x, spectral.get(l).weight(), recording);
    }
    trace.last = v.field();
    return head.forward(v.field());
  }

  /** What the way back needs of the way there. */
  private final class Trace {
    private final List<FusedLayer.Result> inputs = new ArrayList<>();
    private final List<Tensor> modes = new ArrayList<>();
    private Tensor last;

    /** Adds the gradients of all parameters; gives that of u, or null where it has none. */
    Tensor backward(Tensor gradient, Tensor u) {
      SideStream beside = SideStream.of(u.device());
      Tensor g = head.backward(gradient, last, beside);
      Tensor lines = linesBack.of(g);
      for (int l = layers.size() - 1; l >= 0; l--) {
        SpectralConv conv = spectral.get(l);
        FusedLayer.Result input = inputs.get(l);
        Tensor gy = spectrum.toModes(lines);
        spectrum.addWeightGradient(gy, modes.get(l), conv.gradient(), beside);
        layers.get(l).addParameterGradient(g, input.field(), beside);
        FusedLayer.Result back = layers.get(l).backwardMixing(g, gy, conv.weight(), input.sum());
        g = back.field();
        lines = back.lines();
      }
      lift.addParameterGradient(g, u, beside);
      Tensor back = u.needsGradient() ? lift.backward(g, null, null).field() : null;
      beside.join();
      return back;
    }
  }
}
