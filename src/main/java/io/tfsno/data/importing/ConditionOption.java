package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A condition that a user adds: {@code nu=nu.npy}, {@code kappa=k.npz} for an array in another
 * file, {@code nu} alone for a variable of the imported files, {@code nu=0.01} for one number.
 *
 * @param names one for each column or channel
 * @param source a file, a number, or empty for the variable of the first name
 */
public record ConditionOption(Kind kind, List<String> names, String source) {
  /** What a condition is to a trajectory. */
  public enum Kind {
    PARAMETERS,
    STATIC,
    FORCING,
    PHASE;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ConditionOption {
    names = List.copyOf(names);
    if (names.stream().anyMatch(String::isBlank)) {
      throw new UserError(
          "names of conditions, and where they are: NAME=FILE, or NAME of a variable",
          "'" + String.join(",", names) + "=" + source + "'",
          "Write, for example, nu=nu.npy.");
    }
  }

  /** Reads {@code a,b=file.npy}. */
  public static ConditionOption parse(Kind kind, String text) {
    int equals = text.indexOf('=');
    String names = equals < 0 ? text : text.substring(0, equals);
    return new ConditionOption(
        kind,
        Arrays.stream(names.split(",", -1)).map(String::strip).toList(),
        equals < 0 ? "" : text.substring(equals + 1).strip());
  }

  /** As a user writes it. */
  String text() {
    return String.join(",", names) + (source.isEmpty() ? "" : "=" + source);
  }

  /** Whether it is one number for all. */
  boolean isNumber() {
    return source.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
  }
}
