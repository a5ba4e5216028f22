package io.tfsno.operator.sketch;

/**
 * Where a field or a few numbers go.
 *
 * @param label what happens on the way; blank for nothing
 */
public record Arrow(String from, String to, Route route, String label) {
  /** The way that an arrow takes. */
  public enum Route {
    /** Along a row or a column that both ends share. */
    STRAIGHT,
    /** Along the row of its start, then along the column of its end. */
    ROW_FIRST,
    /** Along the column of its start, then along the row of its end. */
    COLUMN_FIRST
  }
}
