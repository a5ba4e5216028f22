package io.tfsno.bench;

/**
 * One training and its scores.
 *
 * @param dataset name of the data set
 * @param variant name of the model
 * @param budget label of the budget, with its number of epochs where that is not its own
 */
public record Cell(String dataset, String variant, Form form, String budget, long seed) {

  /** Its name in ledgers: equal keys are the same experiment, in whatever suite. */
  public String key() {
    return "%s-%s-%s-%s-s%d".formatted(dataset, variant, form.label(), budget, seed);
  }
}
