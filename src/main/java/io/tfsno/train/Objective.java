package io.tfsno.train;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.GpuPath;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Differences;
import io.tfsno.spectral.Grid;
import io.tfsno.train.loss.FusedLoss;
import io.tfsno.train.loss.LossKind;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The supervised loss {@code mean(e^2) + h1 sum over axes of (L/2pi)^2 mean((D e)^2)} with e =
 * prediction - target, normalised fields, and D by {@link Differences}: one-sided at walls.
 *
 * <p>The factor (L/2pi)^2, with each axis' own L, makes the weight independent of the box: mode k
 * of an axis counts 1 + h1 k^2. Central differences do not see the checkerboard mode; the first
 * term does.
 *
 * <p>Those are the squared norms of the error; {@link LossKind} says whether they are divided by
 * those of the target, sample by sample.
 *
 * @param h1 weight of the derivative term
 * @param boundaries of the spatial axes, the last ones of the fields
 * @param path how a GPU computes it
 */
public record Objective(LossKind kind, double h1, List<Boundary> boundaries, GpuPath path)
    implements StepLoss {
  public Objective {
    boundaries = List.copyOf(boundaries);
  }

  /** On a periodic box. */
  public Objective(double h1, int dimension) {
    this(LossKind.SQUARED, h1, Collections.nCopies(dimension, Boundary.PERIODIC), GpuPath.USUAL);
  }

  public Objective(double h1, Grid grid) {
    this(h1, grid, GpuPath.USUAL);
  }

  public Objective(double h1, Grid grid, GpuPath path) {
    this(LossKind.SQUARED, h1, grid, path);
  }

  public Objective(LossKind kind, double h1, Grid grid, GpuPath path) {
    this(kind, h1, grid.axes().stream().map(Axis::boundary).toList(), path);
  }

  @Override
  public Tensor loss(Step step) {
    return loss(step.answer(), step.after());
  }

  @Override
  public Tensor backward(Step step, double factor) {
    if (!fused(step.answer())) {
      return StepLoss.super.backward(step, factor);
    }
    Tensor answer = step.answer();
    SideStream side = SideStream.of(answer.device());
    FusedLoss.Result result =
        FusedLoss.withGradient(path, answer, step.after(), h1Weights(answer), factor, side);
    answer.backward(result.gradient());
    side.join();
    return result.loss();
  }

  private boolean fused(Tensor field) {
    return kind == LossKind.SQUARED
        && !boundaries.contains(Boundary.WALL)
        && FusedLoss.fits(field, path);
  }

  /** Of all axes, the last one first. */
  private double[] h1Weights(Tensor field) {
    return IntStream.rangeClosed(1, boundaries.size())
        .mapToDouble(fromLast -> h1Weight(field, -fromLast))
        .toArray();
  }

  /** (L/2pi)/(2h) = N/(4pi) along an axis: the box length cancels. */
  private double h1Weight(Tensor field, int axis) {
    double scale = field.size(axis) / (4 * Math.PI);
    return h1 * scale * scale;
  }

  /** The loss of a batch, one element. Differentiable in the prediction. */
  public Tensor loss(Tensor prediction, Tensor target) {
    if (fused(prediction)) {
      return FusedLoss.loss(path, prediction, target, h1Weights(prediction));
    }
    Tensor e = prediction.sub(target);
    if (kind != LossKind.SQUARED) {
      return kind.of(squaredNorms(e), squaredNorms(target));
    }
    Tensor loss = e.square().mean();
    if (h1 == 0) {
      return loss;
    }
    int dimension = boundaries.size();
    for (int a = 0; a < dimension; a++) {
      int axis = a - dimension;
      Tensor difference = Differences.along(e, axis, boundaries.get(a));
      loss = loss.addScaled(difference.square().mean(), h1Weight(e, axis));
    }
    return loss;
  }

  /** Of each sample. */
  private Tensor squaredNorms(Tensor fields) {
    Tensor norms = meanOfSample(fields);
    int dimension = boundaries.size();
    for (int a = 0; h1 != 0 && a < dimension; a++) {
      int axis = a - dimension;
      Tensor difference = Differences.along(fields, axis, boundaries.get(a));
      norms = norms.addScaled(meanOfSample(difference), h1Weight(fields, axis));
    }
    return norms;
  }

  private static Tensor meanOfSample(Tensor fields) {
    return fields.square().reshape(fields.size(0), -1).mean(1);
  }
}
