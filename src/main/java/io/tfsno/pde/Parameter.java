package io.tfsno.pde;

import io.tfsno.base.Rounded;
import io.tfsno.base.UserError;

/**
 * A coefficient of an equation: its letter, a good value, what it means and what it may be.
 *
 * @param range what values make sense
 */
public record Parameter(String name, double standard, String meaning, Range range) {
  /** What a coefficient may be. */
  public enum Range {
    POSITIVE("a number > 0"),
    NON_NEGATIVE("a number >= 0"),
    ANY("a finite number"),
    POSITIVE_WHOLE("a whole number >= 1");

    private final String words;

    Range(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }

    private boolean holds(double value) {
      return Double.isFinite(value)
          && switch (this) {
            case POSITIVE -> value > 0;
            case NON_NEGATIVE -> value >= 0;
            case ANY -> true;
            case POSITIVE_WHOLE -> value >= 1 && value == Math.rint(value);
          };
    }
  }

  public static Parameter positive(String name, double standard, String meaning) {
    return new Parameter(name, standard, meaning, Range.POSITIVE);
  }

  public static Parameter nonNegative(String name, double standard, String meaning) {
    return new Parameter(name, standard, meaning, Range.NON_NEGATIVE);
  }

  public static Parameter any(String name, double standard, String meaning) {
    return new Parameter(name, standard, meaning, Range.ANY);
  }

  public static Parameter positiveWhole(String name, double standard, String meaning) {
    return new Parameter(name, standard, meaning, Range.POSITIVE_WHOLE);
  }

  public void require(double value) {
    if (!range.holds(value)) {
      throw new UserError(
          "%s for %s (%s)".formatted(range.words, name, meaning),
          Double.toString(value),
          "A good value is %s.".formatted(Rounded.to(4, standard).toPlainString()));
    }
  }
}
