package io.tfsno.serve.http;

import java.util.Locale;

/** Numbers as JSON. It has no infinity and no NaN: such a number is null. */
public final class JsonNumbers {
  private JsonNumbers() {}

  public static void write(StringBuilder out, float[] values) {
    out.append('[');
    for (int i = 0; i < values.length; i++) {
      out.append(i == 0 ? "" : ",");
      if (Float.isFinite(values[i])) {
        out.append(values[i]);
      } else {
        out.append("null");
      }
    }
    out.append(']');
  }

  /** Rounded to six digits: for what is looked at. */
  public static void write(StringBuilder out, double[] values) {
    out.append('[');
    for (int i = 0; i < values.length; i++) {
      out.append(i == 0 ? "" : ",");
      write(out, values[i]);
    }
    out.append(']');
  }

  public static void write(StringBuilder out, double[][] values) {
    out.append('[');
    for (int i = 0; i < values.length; i++) {
      out.append(i == 0 ? "" : ",");
      write(out, values[i]);
    }
    out.append(']');
  }

  public static void write(StringBuilder out, double value) {
    if (!Double.isFinite(value)) {
      out.append("null");
    } else if (Math.abs(value) <= Float.MAX_VALUE) {
      out.append((float) value);
    } else {
      out.append(String.format(Locale.ROOT, "%.6E", value));
    }
  }
}
