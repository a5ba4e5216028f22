package io.tfsno.run;

import io.tfsno.base.UserError;
import java.util.List;

/** What predictions have in common with the state before them. */
public enum Conserve {
  /** Whatever the network says. */
  NONE {
    @Override
    List<String> of(List<String> fields, List<String> kept) {
      return List.of();
    }
  },
  /** The mean of every field. */
  MEAN {
    @Override
    List<String> of(List<String> fields, List<String> kept) {
      if (!kept.containsAll(fields)) {
        List<String> changing = fields.stream().filter(field -> !kept.contains(field)).toList();
        throw new UserError(
            "data in which the mean of every field stays constant, for model.conserve: mean",
            "trajectories in which that of %s changes".formatted(String.join(", ", changing)),
            "Use auto, which conserves the means that the data conserve, or none.");
      }
      return fields;
    }
  },
  /** The mean of those fields whose mean the training data keep. */
  AUTO {
    @Override
    List<String> of(List<String> fields, List<String> kept) {
      return kept;
    }
  };

  /**
   * @param kept those fields of a set whose means its trajectories keep
   * @return those whose means a model keeps
   */
  abstract List<String> of(List<String> fields, List<String> kept);
}
