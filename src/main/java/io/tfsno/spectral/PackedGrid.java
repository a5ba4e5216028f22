package io.tfsno.spectral;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;

/**
 * A grid on which batches of real fields are integrated. Single fields go in and come out; how many
 * of them share one array of coefficients in between is the grid's own affair.
 */
public interface PackedGrid extends SpectralGrid, AutoCloseable {
  Device device();

  default Modes modes() {
    return wavenumbers().modes();
  }

  /** 1 for the modes that take part in the equation, 0 for the others. */
  default double[] mask() {
    int[] largest = new int[modes().dimension()];
    for (int axis = 0; axis < largest.length; axis++) {
      largest[axis] = largestKeptWave(axis);
    }
    return wavenumbers().upTo(largest);
  }

  /** Packs single fields {@code [field, channel, modes...]}; returns a new tensor. */
  Tensor pack(Tensor singles);

  /**
   * Values of the single fields {@code [field, channel, x(, y, z)]} on a grid of any size; modes
   * that it cannot hold below its Nyquist wave number are dropped.
   */
  Tensor singleValues(Tensor coefficients, int fields, Points onPoints);

  /** Coefficients {@code [field, channel, modes...]} of single fields on the grid, masked. */
  Tensor singleCoefficients(Tensor values);

  /** Frees the constants that the grid owns, if any. */
  @Override
  default void close() {}
}
