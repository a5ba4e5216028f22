package io.tfsno.operator.context;

import io.tfsno.base.UserError;
import java.util.List;

/**
 * A small network behind the numbers of a context, trained with the rest.
 *
 * @param hidden widths of its hidden layers, none for a linear map
 * @param numbers of the code that comes out
 */
public record CodeSpec(List<Integer> hidden, int numbers) {
  public CodeSpec {
    hidden = List.copyOf(hidden);
    if (numbers < 1 || hidden.stream().anyMatch(width -> width < 1)) {
      throw new UserError(
          "positive widths and a positive number of numbers in model.context.learnt",
          "hidden %s, numbers %d".formatted(hidden, numbers),
          "Try hidden: [32], numbers: 8.");
    }
  }

  static CodeSpec defaults() {
    return new CodeSpec(List.of(32), 8);
  }
}
