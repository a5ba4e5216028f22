package io.tfsno.base;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as people read them: to a few digits, without idle zeros. */
public final class Rounded {
  private Rounded() {}

  public static BigDecimal to(int digits, double value) {
    return new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
  }
}
