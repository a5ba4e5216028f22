package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.tfsno.Ablations;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.ModelInputs;

/**
 * A model under the name that suites use.
 *
 * @param title what tables call it
 * @param model what a training's configuration holds under that key
 * @param ablation a change to a TF-SNO, by its name in {@link Ablations}; null for none
 * @param h1 another weight of the derivative term than the protocol's; null for the same
 * @param longer how many times the protocol's epochs it is trained, for comparisons at equal time;
 *     null for once
 */
public record Variant(String title, ModelConfig model, String ablation, Double h1, Integer longer) {
  public Variant(String title, ModelConfig model) {
    this(title, model, null, null, null);
  }

  public Variant {
    if (title == null || model == null) {
      throw new UserError(
          "a variant with a title and a model", "title %s, model %s".formatted(title, model), "");
    }
    if (longer != null && longer < 1) {
      throw new UserError(
          "variant '%s': 'longer' >= 1".formatted(title),
          longer.toString(),
          "Leave it out for as many epochs as the others.");
    }
  }

  /** How many times the protocol's epochs it is trained. */
  int times() {
    return longer == null ? 1 : longer;
  }

  /** A model in full with what this one is given in addition to the state. */
  ModelConfig inputs(ModelConfig full) {
    ModelConfig whole = full;
    for (String key : ModelInputs.KEYS.keySet()) {
      if (model.gives(key)) {
        whole = whole.with(key, model.given().get(key));
      }
    }
    return whole;
  }

  /** Its sizes and options in full. */
  public OperatorSpec spec(String name, int dimension, Form form) {
    if (model.gives("predictDelta")) {
      throw new UserError(
          "variant '%s': expected no key 'model.predictDelta', which the output form of a cell sets, found one. Leave it out."
              .formatted(name));
    }
    OperatorSpec full =
        model
            .with("predictDelta", form == Form.DELTA)
            .in(dimension, "variant '%s'".formatted(name));
    if (ablation == null) {
      return full;
    }
    if (!(full instanceof TfSnoSpec tfsno)) {
      throw new UserError(
          "variant '%s': expected a TF-SNO to take an ablation of, found %s. Leave 'ablation' out."
              .formatted(name, full.model()));
    }
    return Ablations.of(ablation).of(tfsno, dimension);
  }
}
