package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.Lines;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Four numbers for each channel and sample of a field, with their gradient by hand:
 *
 * <pre>
 *   W = mean_x d^2 + eps,  d = z - mean_x z       y = d / sqrt(W)
 *   G = mean over axes of mean_x (y(x+h) - y(x))^2      h one point
 *   K = mean_x y^4
 *   P = max_x y^2
 * </pre>
 *
 * Backward, with w, g, k, p the gradients of W, G, K, P and n points:
 *
 * <pre>
 *   dy = 4 k y^3 / n  +  2 p y (at the peak)  -  2 g Laplacian(y) / (axes n)
 *   A  = sum dy y = 4 k K + 2 p P + 2 g G                  since K, P, G are homogeneous in y
 *   dz = dy / sqrt(W) + (2 w W - A) y / (n sqrt(W)),  less its mean
 * </pre>
 */
final class ValueMoments {
  private final Tensor field;
  private final double n;
  private final Tensor w;
  private final Tensor y;
  private final Tensor squares;
  private final Tensor[] steps;
  private final Tensor[] seams;
  private final Lines.Peak peak;
  private final Tensor values;

  private ValueMoments(Tensor field, double eps) {
    this.field = field;
    int axes = field.rank() - 2;
    long channels = field.size(0);
    long samples = field.size(1);
    n = Points.of(field, axes).cells();
    Tensor z = field.reshape(channels, samples, -1);
    y = z.sub(z.mean(-1).view(channels, samples, 1));
    w = Lines.squares(y, -1).mul(1 / n).add(eps).view(channels, samples, 1);
    y.mulInPlace(w.rsqrt());
    squares = y.mul(y);
    peak = Lines.peak(squares);
    Tensor fourth = Lines.squares(squares, -1).mul(1 / n);
    steps = new Tensor[axes];
    seams = new Tensor[axes];
    Tensor onGrid = y.view(field.shape());
    long[] space = LongStream.range(2, 2 + axes).toArray();
    Tensor stepSquares = null;
    for (int axis = 0; axis < axes; axis++) {
      long last = field.size(2 + axis) - 1;
      steps[axis] = onGrid.narrow(2 + axis, 1, last).sub(onGrid.narrow(2 + axis, 0, last));
      seams[axis] = onGrid.narrow(2 + axis, 0, 1).sub(onGrid.narrow(2 + axis, last, 1));
      Tensor sum = Lines.squares(steps[axis], space).add(Lines.squares(seams[axis], space));
      stepSquares = stepSquares == null ? sum : stepSquares.add(sum);
    }
    Tensor roughness = stepSquares.mul(1 / (axes * n));
    values =
        Tensor.stack(
            0, w.view(channels, samples), roughness, fourth, peak.value().view(channels, samples));
  }

  /** {@code [W G K P, channel, sample]} of a field {@code [channel, sample, x(, y)]}. */
  static Tensor of(Tensor field, double eps) {
    ValueMoments moments;
    try (Autograd.Mode off = Autograd.off()) {
      moments = new ValueMoments(field, eps);
    }
    return CustomGradient.connect(moments.values, field, moments::backward);
  }

  private Tensor backward(Tensor gradient) {
    int axes = steps.length;
    Tensor r = w.rsqrt();
    Tensor homogeneous = gradient.mul(values);
    Tensor a =
        part(homogeneous, 2).mul(4).add(part(homogeneous, 3).add(part(homogeneous, 1)).mul(2));
    Tensor alongY = part(homogeneous, 0).mul(2).sub(a).mul(r).mul(1 / n);
    // dy is divided by sqrt(W) through its coefficients, which are fewer than its values.
    Tensor dz = squares.mul(y);
    dz.mulInPlace(part(gradient, 2).mul(r).mul(4 / n));
    Tensor atPeak = Lines.at(y, peak.index()).mul(part(gradient, 3)).mul(r).mul(2);
    Lines.addAt(dz, peak.index(), atPeak);
    Tensor perStep = part(gradient, 1).mul(r).mul(2 / (axes * n));
    addSteps(dz.view(field.shape()), perStep.view(onEveryPoint()));
    dz.addProductInPlace(y, alongY);
    dz.addInPlace(dz.mean(-1).neg().view(field.size(0), field.size(1), 1));
    return dz.view(field.shape());
  }

  /** {@code [channel, sample, 1(, 1, 1)]}. */
  private long[] onEveryPoint() {
    long[] shape = new long[field.rank()];
    Arrays.fill(shape, 1);
    shape[0] = field.size(0);
    shape[1] = field.size(1);
    return shape;
  }

  /** Every step lifts the point it goes to and lowers the one it comes from. */
  private void addSteps(Tensor dz, Tensor factor) {
    for (int axis = 0; axis < steps.length; axis++) {
      long last = dz.size(2 + axis) - 1;
      dz.narrow(2 + axis, 1, last).addProductInPlace(steps[axis], factor);
      dz.narrow(2 + axis, 0, last).addProductInPlace(steps[axis], factor, -1);
      dz.narrow(2 + axis, 0, 1).addProductInPlace(seams[axis], factor);
      dz.narrow(2 + axis, last, 1).addProductInPlace(seams[axis], factor, -1);
    }
  }

  /** One of the four, {@code [channel, sample, 1]}. */
  private static Tensor part(Tensor four, int index) {
    Tensor one = four.select(0, index);
    return one.view(one.size(0), one.size(1), 1);
  }
}
