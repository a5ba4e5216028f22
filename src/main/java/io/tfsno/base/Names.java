package io.tfsno.base;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known name that a misspelt one was probably meant to be. */
public final class Names {
  private Names() {}

  /** The known name with the smallest edit distance, if it is close enough to be a likely slip. */
  public static Optional<String> nearest(String name, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(k -> distance(name, k)))
        .filter(k -> distance(name, k) <= Math.max(2, k.length() / 3))
        .filter(k -> distance(name, k) < Math.max(name.length(), k.length())); // some in common
  }

  /** An error for {@code name}, which should have been one of {@code known}. */
  public static UserError unknown(String what, String name, Collection<String> known) {
    String list = String.join(", ", known);
    return nearest(name, known)
        .map(
            n ->
                new UserError(
                    "unknown %s '%s': did you mean '%s'? Known: %s."
                        .formatted(what, name, n, list)))
        .orElseGet(() -> new UserError("unknown %s '%s'. Known: %s.".formatted(what, name, list)));
  }

  /** Levenshtein distance, ignoring case and the difference between '-' and '_'. */
  static int distance(String a, String b) {
    String s = canonical(a);
    String t = canonical(b);
    int[] previous = new int[t.length() + 1];
    for (int j = 0; j <= t.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= s.length(); i++) {
      int[] row = new int[t.length() + 1];
      row[0] = i;
      for (int j = 1; j <= t.length(); j++) {
        int substitute = previous[j - 1] + (s.charAt(i - 1) == t.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(substitute, 1 + Math.min(previous[j], row[j - 1]));
      }
      previous = row;
    }
    return previous[t.length()];
  }

  private static String canonical(String s) {
    return s.toLowerCase(Locale.ROOT).replace('-', '_');
  }
}
