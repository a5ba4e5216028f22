package io.tfsno.data.parts;

import java.math.BigInteger;
import java.util.Arrays;

/** Texts in the order in which people count: {@code part-2} before {@code part-10}. */
final class NaturalOrder {
  private static final String BETWEEN_KINDS = "(?<=\\d)(?=\\D)|(?<=\\D)(?=\\d)";

  private NaturalOrder() {}

  static int compare(String a, String b) {
    String[] left = a.split(BETWEEN_KINDS, -1);
    String[] right = b.split(BETWEEN_KINDS, -1);
    int order = Arrays.compare(left, right, NaturalOrder::compareParts);
    return order != 0 ? order : a.compareTo(b); // 01 and 1 are equal numbers
  }

  private static int compareParts(String a, String b) {
    boolean numbers = startsWithDigit(a) && startsWithDigit(b);
    return numbers ? new BigInteger(a).compareTo(new BigInteger(b)) : a.compareTo(b);
  }

  private static boolean startsWithDigit(String text) {
    return !text.isEmpty() && text.charAt(0) >= '0' && text.charAt(0) <= '9';
  }
}
