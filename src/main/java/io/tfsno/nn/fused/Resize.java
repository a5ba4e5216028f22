package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;

/** Fourier interpolation from one grid to another, forward and backward. */
public interface Resize {
  /** The field on the other grid. */
  Tensor of(Tensor field);

  /** Writes the field to a place on the other grid. */
  void write(Tensor place, Tensor field);

  /** From the gradient of a resized field to that of the field. */
  Tensor back(Tensor gradient);

  /** The same, added to what is there. Modifies the sum. */
  void addBack(Tensor sum, Tensor gradient);
}
