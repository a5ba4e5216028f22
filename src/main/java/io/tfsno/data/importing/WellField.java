package io.tfsno.data.importing;

import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.importing.field.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * A field of a file of The Well.
 *
 * @param order 0 for a scalar, 1 for a vector, 2 for a tensor
 * @param axes how many spatial ones the file has
 */
record WellField(ForeignArray array, int order, int axes) {
  boolean changes() {
    return WellContents.flag(array.attributes().get("time_varying"));
  }

  boolean varies() {
    return WellContents.flag(array.attributes().get("sample_varying"));
  }

  String bare() {
    return AxisNames.bare(array.name());
  }

  /** Whether it has a value at every point. */
  boolean full() {
    int rank = (varies() ? 1 : 0) + (changes() ? 1 : 0) + axes + order;
    return array.numeric()
        && array.shape().length == rank
        && WellContents.list(array.attributes().get("dim_varying")).stream()
            .allMatch(WellContents::flag);
  }

  /** The last axis counts the components; of a tensor the one before it is left to others. */
  List<Role> roles() {
    List<Role> roles = new ArrayList<>();
    if (varies()) {
      roles.add(Role.N);
    }
    if (changes()) {
      roles.add(Role.T);
    }
    for (int axis = 0; axis < axes; axis++) {
      roles.add(Role.SPACE.get(axis));
    }
    if (order > 0) {
      roles.add(Role.C);
    }
    return roles;
  }
}
