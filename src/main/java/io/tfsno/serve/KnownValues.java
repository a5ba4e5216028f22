package io.tfsno.serve;

import io.tfsno.operator.FieldShape;
import io.tfsno.serve.http.Limits;
import java.util.List;

/**
 * A known field as a request gives it: {@code [x * y * z]}, or {@code [step][x * y * z]} where it
 * changes with time, row by row.
 *
 * @param rows the steps; one where it does not change
 */
record KnownValues(List<FieldValues> rows) {
  /** On the model's grid, one array for each step. */
  List<float[]> on(FieldShape shape, String name, Limits limits) {
    return rows.stream().map(row -> InitialField.of(row).on(shape, name, limits)).toList();
  }
}
