package io.tfsno.bench;

import io.tfsno.base.UserError;
import java.util.List;
import java.util.Map;

/**
 * An experiment: which models on which data, in which output forms.
 *
 * @param title what it is about
 * @param cells blocks of cells; each is a product of its lists
 * @param variants models of its own, in addition to the known ones; for suites in files of the user
 * @param seeds null for as many as the budget says
 * @param budget the budget to run it under unless another is asked for; null for the usual one
 * @param protocol the recipe to train by unless another is asked for; null for the paper's
 * @param test trajectories of its own to score models on; null for those of the published sets
 */
public record Suite(
    String title,
    List<Block> cells,
    Map<String, Variant> variants,
    List<Long> seeds,
    String budget,
    String protocol,
    TestSet test) {
  public Suite {
    if (cells == null || cells.isEmpty()) {
      throw new UserError(
          "a suite with cells",
          "none",
          "List datasets and variants under 'cells', or your own files under 'data' and 'models'.");
    }
    cells = List.copyOf(cells);
    variants = variants == null ? Map.of() : Map.copyOf(variants);
    seeds = seeds == null ? null : List.copyOf(seeds);
  }

  /**
   * All variants on all data sets in all forms.
   *
   * @param seeds the only ones it may be run with; null for any
   */
  public record Block(
      List<String> datasets, List<String> variants, List<Form> forms, List<Long> seeds) {
    public Block {
      if (datasets == null || variants == null) {
        throw new UserError("datasets and variants", "neither or one", "Give both lists.");
      }
      datasets = List.copyOf(datasets);
      variants = List.copyOf(variants);
      forms = forms == null ? List.of(Form.DIRECT) : List.copyOf(forms);
      seeds = seeds == null ? null : List.copyOf(seeds);
    }
  }
}
