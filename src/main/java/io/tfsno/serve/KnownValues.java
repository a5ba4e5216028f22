package io.tfsno.serve;

import io.tfsno.operator.FieldShape;
import io.tfsno.serve.http.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * A known field as a request gives it: {@code [x * y * z]}, or {@code [step][x * y * z]} where it
 * changes with time, row by row.
 *
 * @param rows the steps; a flat list is read as one value in each
 */
record KnownValues(List<List<Double>> rows) {
  /** On the model's grid, one array for each step. */
  List<float[]> on(FieldShape shape, String name, Limits limits) {
    List<float[]> steps = new ArrayList<>();
    for (List<Double> step : isFlat() ? List.of(flat()) : rows) {
      steps.add(InitialField.of(step).on(shape, name, limits));
    }
    return steps;
  }

  private boolean isFlat() {
    return rows.stream().allMatch(row -> row.size() == 1);
  }

  private List<Double> flat() {
    return rows.stream().map(row -> row.get(0)).toList();
  }
}
