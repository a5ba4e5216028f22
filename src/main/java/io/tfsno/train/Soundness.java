package io.tfsno.train;

import io.tfsno.base.ProgressListener;
import io.tfsno.train.guard.Divergence;

/** Detects a training that has become non-finite. */
record Soundness(Validator validator, RunRecord run) {

  void requireFinite(double loss, int epoch) {
    if (!Double.isFinite(loss)) {
      throw diverged(epoch, "the loss is " + loss);
    }
  }

  /** The loss belongs to the weights before the last update; this checks those after it. */
  void require(int epoch) {
    if (!Double.isFinite(validator.error(1))) {
      throw diverged(epoch, "its last update made the predictions infinite");
    }
  }

  private Divergence diverged(int epoch, String sign) {
    String checkpoint =
        run.hasCheckpoint()
            ? "The last checkpoint in %s is sound"
            : "There is no checkpoint in %s yet";
    return new Divergence(
        "training diverged in epoch %d: %s. %s; lower training.learningRate or objective.h1 and start again."
            .formatted(epoch, sign, checkpoint.formatted(run.path())));
  }

  /** Single steps may be sound where no rollout is: the user should know. */
  static void tell(Trainer.Result result, ProgressListener listener) {
    if (Double.isInfinite(result.validationError())) {
      listener.note(
          "the rollouts of every validation became non-finite: the weights kept are those of epoch %d, for want of a better choice. Lower training.learningRate, or raise pushforward.horizon."
              .formatted(result.bestEpoch()));
    }
  }
}
