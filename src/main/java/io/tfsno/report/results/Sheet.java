package io.tfsno.report.results;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table for other programs: a name or a plain number in each place, never two. */
final class Sheet {
  /** More of them mean nothing: seeds differ in the second. */
  private static final MathContext DIGITS = new MathContext(4);

  private final String name;
  private final String words;
  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param name of its file, without the ending
   * @param words what it holds, in one line
   */
  Sheet(String name, String words, String... head) {
    this.name = name;
    this.words = words;
    this.head = List.of(head);
  }

  String name() {
    return name;
  }

  String words() {
    return words;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Adds a row; {@code null} and NaN leave a place empty. */
  void row(Object... places) {
    if (places.length != head.size()) {
      throw new IllegalArgumentException(
          "%d places for %d columns".formatted(places.length, head.size()));
    }
    rows.add(Arrays.stream(places).map(Sheet::place).toList());
  }

  private static String place(Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Double number) {
      return number(number);
    }
    String text = value.toString();
    boolean quoted = text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    double rounded = new BigDecimal(value).round(DIGITS).doubleValue();
    return Double.toString(rounded).replaceFirst("\\.0(?=$|E)", "");
  }

  /** As RFC 4180 has it, with a header. */
  String csv() {
    return Stream.concat(Stream.of(head), rows.stream())
        .map(row -> String.join(",", row))
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
