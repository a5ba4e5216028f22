package io.tfsno.train;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;

/**
 * The supervised loss {@code mean(e^2) + h1 (L/2pi)^2 sum over axes of mean((D e)^2)} with e =
 * prediction - target and central differences D on the periodic grid.
 *
 * <p>The factor (L/2pi)^2 makes the weight independent of the box: mode k counts 1 + h1 k^2.
 * Central differences do not see the checkerboard mode; the first term does.
 *
 * @param h1 weight of the derivative term
 * @param dimension spatial axes, the last ones of the fields
 */
public record Objective(double h1, int dimension) implements StepLoss {

  @Override
  public Tensor loss(Step step) {
    return loss(step.answer(), step.after());
  }

  @Override
  public Tensor backward(Step step, double factor) {
    if (!FusedLoss.fits(step.answer())) {
      return StepLoss.super.backward(step, factor);
    }
    Tensor answer = step.answer();
    SideStream beside = SideStream.of(answer.device());
    FusedLoss.Result result =
        FusedLoss.withGradient(answer, step.after(), h1Weight(answer), factor, beside);
    answer.backward(result.gradient());
    beside.join();
    return result.loss();
  }

  /** (L/2pi)/(2h) = N/(4pi): the box length cancels. */
  private double h1Weight(Tensor field) {
    double scale = field.size(-1) / (4 * Math.PI);
    return h1 * scale * scale;
  }

  /** The loss of a batch, one element. Differentiable in the prediction. */
  public Tensor loss(Tensor prediction, Tensor target) {
    if (FusedLoss.fits(prediction)) {
      return FusedLoss.loss(prediction, target, h1Weight(prediction));
    }
    Tensor e = prediction.sub(target);
    Tensor loss = e.square().mean();
    if (h1 == 0) {
      return loss;
    }
    for (int axis = -dimension; axis < 0; axis++) {
      Tensor difference = e.roll(-1, axis).sub(e.roll(1, axis));
      loss = loss.addScaled(difference.square().mean(), h1Weight(e));
    }
    return loss;
  }
}
