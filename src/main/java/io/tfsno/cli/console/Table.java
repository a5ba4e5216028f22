package io.tfsno.cli.console;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Text in aligned columns. */
public final class Table {
  private final List<String[]> rows = new ArrayList<>();

  public Table(String... header) {
    rows.add(header);
  }

  public Table row(String... cells) {
    rows.add(cells);
    return this;
  }

  /** A number to four digits without idle zeros. */
  public static String number(double value) {
    String text = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toString();
    return text.contains("E") && Math.abs(value) >= 1e-3 && Math.abs(value) < 1e7
        ? new BigDecimal(text).toPlainString()
        : text;
  }

  /** A relative error to four decimals; to three digits where these would hide it. */
  public static String error(double value) {
    return (value != 0 && Math.abs(value) < 1e-3 ? "%.2e" : "%.4f").formatted(value);
  }

  public void print(PrintWriter out) {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        boolean last = c == columns - 1;
        line.append(row[c]).append(" ".repeat(last ? 0 : widths[c] - row[c].length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
    out.flush();
  }
}
