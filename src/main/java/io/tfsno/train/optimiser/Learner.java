package io.tfsno.train.optimiser;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * All that learning changes: the weights, what AdamW keeps of their gradients, and their average.
 *
 * @param average null where none is taken
 */
public record Learner(Parameters parameters, AdamW optimiser, WeightAverage average) {

  /** The vectors that a training needs to resume, by name. Writing to them changes the learner. */
  public Map<String, Tensor> vectors() {
    Map<String, Tensor> all = new LinkedHashMap<>();
    all.put("parameters", parameters.flat());
    if (!parameters.stateEntries().isEmpty()) {
      all.put("state", parameters.flatState());
    }
    all.put("adam.first", optimiser.firstMoment());
    all.put("adam.second", optimiser.secondMoment());
    if (average != null) {
      all.put("average", average.values());
    }
    return all;
  }

  /** Lets the average follow the update that was just made. */
  public void follow() {
    if (average != null) {
      average.follow(optimiser.steps());
    }
  }

  /** Does something with the weights that are to be kept: the average where there is one. */
  public double withKeptWeights(DoubleSupplier work) {
    return average == null ? work.getAsDouble() : average.inPlace(work);
  }
}
