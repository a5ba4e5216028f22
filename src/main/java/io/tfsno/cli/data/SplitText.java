package io.tfsno.cli.data;

import io.tfsno.base.UserError;
import io.tfsno.data.SplitRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A rule for dividing trajectories in its text form: {@code train:0.8,valid:0.1,test:0.1,seed:1}.
 */
final class SplitText {
  private static final List<String> KEYS = List.of("train", "valid", "test", "seed");

  private SplitText() {}

  static SplitRule parse(String text) {
    Map<String, Double> given = new HashMap<>();
    for (String word : text.split(",", -1)) {
      String[] parts = word.strip().split(":", 2);
      try {
        if (parts.length < 2 || !KEYS.contains(parts[0])) {
          throw new NumberFormatException();
        }
        given.put(parts[0], Double.valueOf(parts[1]));
      } catch (NumberFormatException e) {
        throw new UserError(
            "shares such as train:0.8,valid:0.1,test:0.1, and perhaps seed:1",
            "'" + word.strip() + "'",
            "Give a share for train and for what else there is.");
      }
    }
    return new SplitRule(
        given.getOrDefault("train", 0.0),
        given.getOrDefault("valid", 0.0),
        given.getOrDefault("test", 0.0),
        given.getOrDefault("seed", 1.0).longValue());
  }
}
