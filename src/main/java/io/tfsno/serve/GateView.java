package io.tfsno.serve;

import io.tfsno.engine.Tensor;
import io.tfsno.eval.MeanGains;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Gated;
import io.tfsno.operator.context.Memory;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.frame.Extras;

/**
 * What gates do when they see some states of one rollout.
 *
 * @param gains {@code [state][block][wave number]}; null without gates, or if nobody asked
 * @param code what the model remembers of the trajectory; null for nothing, or if nobody asked
 * @param meanCode the gains if the mean code stood in place of that one; null where one of the two
 *     is
 */
record GateView(double[][][] gains, double[] code, double[][][] meanCode) {
  static final GateView NOTHING = new GateView(null, null, null);

  /**
   * @param states of one rollout, in physical units
   * @param given what a step from each of them depends on
   */
  static GateView of(TrainedModel model, Extras asked, Tensor states, Conditions given) {
    Gated gated = Gated.of(model.operator()).filter(g -> asked.gains() && g.isGated()).orElse(null);
    Memory memory = model.operator().memory().filter(m -> asked.memory()).orElse(null);
    double[] code =
        memory == null ? null : memory.code(given.context().narrow(0, 0, 1)).toDoubles();
    if (gated == null) {
      return new GateView(null, code, null);
    }
    Tensor u = model.card().normaliser().normalise(states);
    Conditions own = model.card().standardised(given);
    return new GateView(
        MeanGains.of(gated.gates(u, own)),
        code,
        memory == null
            ? null
            : MeanGains.of(gated.gates(u, own.withContext(memory.ordinary(u.size(0))))));
  }
}
