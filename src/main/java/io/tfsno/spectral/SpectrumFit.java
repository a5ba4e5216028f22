package io.tfsno.spectral;

import io.tfsno.engine.Tensor;

/** Cuts or pads the stored waves of a spectrum along one axis to those of another grid. */
final class SpectrumFit {
  private SpectrumFit() {}

  /** Both signs of k; the Nyquist bin is left empty. */
  static Tensor along(Tensor spectrum, Modes.Axis stored, int axis, int onPoints) {
    int negative = Math.min(stored.negative(), (onPoints - 1) / 2);
    int positive = Math.min(stored.positive(), negative + 1);
    return Tensor.cat(
        axis,
        spectrum.narrow(axis, 0, positive),
        gap(spectrum, axis, onPoints - positive - negative),
        spectrum.narrow(axis, stored.count() - negative, negative));
  }

  /** The half {@code k = 0 .. N/2} of the last axis; its Nyquist bin is left empty. */
  static Tensor half(Tensor spectrum, Modes.Axis stored, int onPoints) {
    int kept = Math.min(stored.positive(), (onPoints + 1) / 2);
    return Tensor.cat(-1, spectrum.narrow(-1, 0, kept), gap(spectrum, -1, onPoints / 2 + 1 - kept));
  }

  private static Tensor gap(Tensor spectrum, int axis, int width) {
    long[] shape = spectrum.shape();
    shape[shape.length + axis] = width;
    return Tensor.zeros(spectrum.type(), spectrum.device(), 1).expand(shape);
  }
}
