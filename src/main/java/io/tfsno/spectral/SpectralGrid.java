package io.tfsno.spectral;

import io.tfsno.engine.Tensor;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What an equation needs of periodic fields on a grid: the way between coefficients {@code [field,
 * channel, modes...]} and values {@code [field, channel, x(, y, z), ...]}, and constants for each
 * mode. How fields are packed is the grid's own affair: products are formed value by value.
 * Constants belong to the scope open when they are made, unless the grid says that it owns them.
 */
public interface SpectralGrid {
  Wavenumbers wavenumbers();

  /** The largest wave number along an axis that takes part in the equation. */
  int largestKeptWave(int axis);

  /** Values on the grid, a new tensor that may be overwritten. */
  Tensor values(Tensor coefficients);

  /** Coefficients of values on the grid. */
  Tensor coefficients(Tensor values);

  /** A real factor for each mode; it must be even in k. */
  Tensor factor(ToDoubleFunction<Wave> ofWave);

  /**
   * Imaginary factors {@code i f(k)} for each mode, {@code [channel, modes...]} with one channel
   * per function; each f must be odd in k.
   */
  Tensor imaginaryFactors(List<ToDoubleFunction<Wave>> ofWave);

  /** The same for one function. */
  default Tensor imaginaryFactor(ToDoubleFunction<Wave> ofWave) {
    return imaginaryFactors(List.of(ofWave));
  }

  /** A fixed source for every field, given by real coefficients even in k. */
  Tensor source(ToDoubleFunction<Wave> ofWave);

  /**
   * Complex constants {@code [row, modes...]}, {@code re + i im}, from {@code [row][mode]}: symbols
   * of real operators, so that the value at -k is the conjugate of that at k.
   */
  Tensor table(double[][] re, double[][] im);

  /** Fixed real fields {@code [row, modes...]}, given by their coefficients {@code [row][mode]}. */
  Tensor sources(double[][] re, double[][] im);
}
