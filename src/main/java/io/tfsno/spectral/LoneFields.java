package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The arrays of {@link PairedFields} with one field in each, whose partner is nothing: for fields
 * that obey different laws and so cannot share an array, where both signs of k are wanted. Fields
 * come in as half spectra, as {@link SingleFields} has them.
 */
public final class LoneFields implements PackedGrid {
  private final Grid grid;
  private final PairedFields pairs;

  public LoneFields(Grid grid, Device device) {
    this.grid = grid;
    this.pairs = new PairedFields(grid, device);
  }

  @Override
  public Wavenumbers wavenumbers() {
    return pairs.wavenumbers();
  }

  @Override
  public Device device() {
    return pairs.device();
  }

  @Override
  public int largestKeptWave(int axis) {
    return pairs.largestKeptWave(axis);
  }

  @Override
  public Tensor values(Tensor coefficients) {
    return pairs.values(coefficients);
  }

  @Override
  public Tensor coefficients(Tensor values) {
    return pairs.coefficients(values);
  }

  @Override
  public Tensor factor(ToDoubleFunction<Wave> ofWave) {
    return pairs.factor(ofWave);
  }

  @Override
  public Tensor imaginaryFactors(List<ToDoubleFunction<Wave>> ofWave) {
    return pairs.imaginaryFactors(ofWave);
  }

  @Override
  public Tensor source(ToDoubleFunction<Wave> ofWave) {
    return pairs.source(ofWave);
  }

  @Override
  public Tensor table(double[][] re, double[][] im) {
    return pairs.table(re, im);
  }

  @Override
  public Tensor sources(double[][] re, double[][] im) {
    return pairs.sources(re, im);
  }

  @Override
  public Tensor pack(Tensor singles) {
    try (SingleFields halves =
        new SingleFields(
            grid, Dealiasing.largestWaves(grid.points()), DType.FLOAT64, singles.device())) {
      return pairs.singleCoefficients(halves.values(singles));
    }
  }

  @Override
  public Tensor singleValues(Tensor coefficients, int fields, Points onPoints) {
    Tensor both = pairs.singleValues(coefficients, 2 * fields, onPoints);
    long[] shape = both.shape();
    long[] split = new long[shape.length + 1];
    split[0] = fields;
    split[1] = 2;
    System.arraycopy(shape, 1, split, 2, shape.length - 1);
    return both.view(split).select(1, 0);
  }

  @Override
  public Tensor singleCoefficients(Tensor values) {
    return pairs.singleCoefficients(values);
  }
}
