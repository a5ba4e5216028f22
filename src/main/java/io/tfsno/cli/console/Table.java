package io.tfsno.cli.console;

import io.tfsno.base.Rounded;
import java.io.PrintWriter;
import java.math.BigDecimal;
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
    BigDecimal rounded = Rounded.to(4, value);
    boolean plain = Math.abs(value) >= 1e-3 && Math.abs(value) < 1e7;
    return plain ? rounded.toPlainString() : rounded.toString();
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
