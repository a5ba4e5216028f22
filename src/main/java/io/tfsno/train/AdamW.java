package io.tfsno.train;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;

/**
 * AdamW on the flat parameter vector, with the gradient's norm clipped first. A handful of
 * operations on whole vectors, whatever the number of layers. Owns its two moments.
 */
final class AdamW implements AutoCloseable {
  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final Parameters parameters;
  private final double weightDecay;
  private final double clip;
  private final Tensor firstMoment;
  private final Tensor secondMoment;
  private long steps;

  /**
   * @param clip largest norm of the gradient; 0 for no limit
   */
  AdamW(Parameters parameters, double weightDecay, double clip) {
    this.parameters = parameters;
    this.weightDecay = weightDecay;
    this.clip = clip;
    firstMoment = Scope.unowned(() -> parameters.flat().mul(0).detach());
    secondMoment = Scope.unowned(() -> parameters.flat().mul(0).detach());
  }

  /** Moves the parameters by one step along the accumulated gradient, and clears it. */
  void step(double rate) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      Tensor g = parameters.flatGradient();
      Tensor p = parameters.flat();
      if (clip > 0) {
        Tensor norm = g.square().sum().sqrt();
        g.mulInPlace(Activations.atMost(norm.add(1e-6).reciprocal().mul(clip), 1));
      }
      steps++;
      p.mulInPlace(1 - rate * weightDecay);
      firstMoment.mulInPlace(BETA1);
      firstMoment.addScaledInPlace(g, 1 - BETA1);
      secondMoment.mulInPlace(BETA2);
      secondMoment.addProductInPlace(g, g, 1 - BETA2);
      Tensor root = secondMoment.mul(1 / (1 - Math.pow(BETA2, (double) steps))).sqrt().add(EPSILON);
      p.addQuotientInPlace(firstMoment, root, -rate / (1 - Math.pow(BETA1, (double) steps)));
      g.zeroInPlace();
    }
  }

  Tensor firstMoment() {
    return firstMoment;
  }

  Tensor secondMoment() {
    return secondMoment;
  }

  long steps() {
    return steps;
  }

  void resumeAt(long stepsDone) {
    steps = stepsDone;
  }

  @Override
  public void close() {
    firstMoment.close();
    secondMoment.close();
  }
}
