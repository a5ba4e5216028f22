package io.tfsno.train.optimiser;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.Parameters.RateScale;
import java.util.List;

/**
 * AdamW on the flat parameter vector, with the gradient's norm clipped first. A handful of
 * operations on whole vectors, whatever the number of layers. Owns its two moments.
 */
public final class AdamW implements AutoCloseable {
  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final Parameters parameters;
  private final double weightDecay;
  private final double clip;
  private final Tensor firstMoment;
  private final Tensor secondMoment;
  private final Tensor scalars;
  private final FusedAdamW fused;
  private double rate;
  private long steps;

  /**
   * @param clip largest norm of the gradient; 0 for no limit
   */
  public AdamW(Parameters parameters, double weightDecay, double clip) {
    this.parameters = parameters;
    this.weightDecay = weightDecay;
    this.clip = clip;
    firstMoment = Scope.unowned(() -> parameters.flat().mul(0).detach());
    secondMoment = Scope.unowned(() -> parameters.flat().mul(0).detach());
    scalars = Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, parameters.device(), 3));
    Execution execution = parameters.execution();
    fused = execution.fused() ? new FusedAdamW(execution.path()) : null;
  }

  /** Moves the parameters by one step along the accumulated gradient, and clears it. */
  public void step(double rate) {
    prepare(rate);
    apply();
    noteUpdate();
  }

  /** Counts the step and sends to the device what changes from step to step. */
  public void prepare(double learningRate) {
    rate = learningRate;
    steps++;
    if (parameters.device().cuda()) {
      float[] values = {
        (float) rate, (float) (1 / filled(BETA1)), (float) (1 / filled(BETA2)),
      };
      try (Scope scope = new Scope()) {
        scalars.sendInPlace(Tensor.of(values, values.length));
      }
    }
  }

  /** How much of a moment is there after n steps from zero. */
  private double filled(double beta) {
    return 1 - Math.pow(beta, (double) steps);
  }

  /** The step itself. On a GPU it can be captured: it reads what {@link #prepare} sent. */
  public void apply() {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      parameters
          .frozen()
          .forEach(s -> parameters.flatGradient().narrow(0, s.start(), s.count()).zeroInPlace());
      List<Tensor> before = parameters.rateScales().stream().map(s -> values(s).copy()).toList();
      applyAlike();
      scaleSteps(before);
    }
  }

  /**
   * Scales the steps of what learns at another rate. A step of AdamW, decay included, is
   * proportional to the rate, so this needs no other kernels; where nothing is scaled it costs
   * nothing.
   */
  private void scaleSteps(List<Tensor> before) {
    for (int i = 0; i < before.size(); i++) {
      RateScale scale = parameters.rateScales().get(i);
      Tensor now = values(scale);
      now.mulInPlace(scale.factor());
      now.addScaledInPlace(before.get(i), 1 - scale.factor());
    }
  }

  private Tensor values(RateScale scale) {
    return parameters.flat().narrow(0, scale.start(), scale.count());
  }

  private void applyAlike() {
    if (fused != null) {
      fused.update(parameters, firstMoment, secondMoment, scalars, weightDecay, clip);
    } else if (parameters.device().cuda()) {
      applyOnDevice();
    } else {
      applyOnHost();
    }
  }

  /** Invalidates everything derived from the weights. */
  public void noteUpdate() {
    Autograd.noteWrite(parameters.flat());
  }

  private Tensor clipped() {
    Tensor g = parameters.flatGradient();
    if (clip > 0) {
      Tensor norm = g.square().sum().sqrt();
      g.mulInPlace(Activations.atMost(norm.add(1e-6).reciprocal().mul(clip), 1));
    }
    return g;
  }

  private void updateMoments(Tensor g) {
    firstMoment.mulInPlace(BETA1);
    firstMoment.addScaledInPlace(g, 1 - BETA1);
    secondMoment.mulInPlace(BETA2);
    secondMoment.addProductInPlace(g, g, 1 - BETA2);
  }

  private void applyOnDevice() {
    Tensor g = clipped();
    updateMoments(g);
    Tensor p = parameters.flat();
    Tensor now = scalars.narrow(0, 0, 1);
    p.addProductInPlace(p, now, -weightDecay);
    Tensor root = secondMoment.mul(scalars.narrow(0, 2, 1)).sqrt().add(EPSILON);
    Tensor direction = firstMoment.mul(scalars.narrow(0, 1, 1)).div(root);
    p.addProductInPlace(direction, now, -1);
    g.zeroInPlace();
  }

  private void applyOnHost() {
    Tensor g = clipped();
    updateMoments(g);
    Tensor p = parameters.flat();
    p.mulInPlace(1 - rate * weightDecay);
    Tensor root = secondMoment.mul(1 / filled(BETA2)).sqrt().add(EPSILON);
    p.addQuotientInPlace(firstMoment, root, -rate / filled(BETA1));
    g.zeroInPlace();
  }

  /** The accumulated gradient, all of it in one vector. */
  public Tensor gradient() {
    return parameters.flatGradient();
  }

  public Tensor firstMoment() {
    return firstMoment;
  }

  public Tensor secondMoment() {
    return secondMoment;
  }

  public long steps() {
    return steps;
  }

  public void resumeAt(long stepsDone) {
    steps = stepsDone;
  }

  @Override
  public void close() {
    firstMoment.close();
    secondMoment.close();
    scalars.close();
  }
}
