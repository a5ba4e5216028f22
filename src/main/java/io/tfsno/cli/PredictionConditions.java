package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.eval.rollout.StatedConditions;
import io.tfsno.run.ConditionNames;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What a prediction depends on in addition to its first states, as flags. */
final class PredictionConditions {
  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description = "a parameter of the model: one value for all fields, or a,b,... for each")
  private List<String> parameters = List.of();

  @Option(
      names = "--field",
      paramLabel = "NAME=F.npy",
      description =
          "a known field: [batch or 1, N...], or [batch or 1, steps, N...] if it changes with time")
  private List<String> fields = List.of();

  @Option(
      names = "--time",
      paramLabel = "T",
      description = "time of the state that the prediction starts from")
  private Double time;

  StatedConditions stated() {
    return new StatedConditions(
        named("--parameter nu=0.01", parameters, PredictionConditions::numbers),
        named("--field kappa=kappa.npy", fields, Path::of),
        time);
  }

  private static <T> Map<String, T> named(
      String example, List<String> given, Function<String, T> value) {
    Map<String, T> named = new LinkedHashMap<>();
    for (String text : given) {
      int at = text.indexOf('=');
      if (at < 1 || at == text.length() - 1) {
        throw new UserError("NAME=VALUE, as in " + example, "'" + text + "'", "Correct it.");
      }
      if (named.put(text.substring(0, at), value.apply(text.substring(at + 1))) != null) {
        throw new UserError(
            "every name once", text.substring(0, at) + " twice", "Leave one of them out.");
      }
    }
    return named;
  }

  private static List<Double> numbers(String text) {
    try {
      return Stream.of(text.split(",", -1)).map(part -> Double.valueOf(part.strip())).toList();
    } catch (NumberFormatException e) {
      throw new UserError(
          "expected numbers after --parameter NAME=, found '%s'. Write 0.01, or 0.01,0.02 for two fields."
              .formatted(text),
          e);
    }
  }

  /** The result, or a refusal that names the flags instead of the things. */
  static <T> T namingFlags(Supplier<T> work) {
    try {
      return work.get();
    } catch (UserError e) {
      String flagged =
          e.getMessage()
              .replace(ConditionNames.GIVE_VALUES, "Add --parameter NAME=VALUE for each of them.")
              .replace(ConditionNames.GIVE_FIELDS, "Add --field NAME=FILE.npy for each of them.")
              .replace(ConditionNames.SAY_WHEN, "add --time T to say when to start.");
      throw flagged.equals(e.getMessage()) ? e : new UserError(flagged, e);
    }
  }
}
