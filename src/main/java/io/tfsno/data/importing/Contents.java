package io.tfsno.data.importing;

import io.tfsno.data.importing.field.Fields;
import io.tfsno.data.importing.field.Role;
import io.tfsno.spectral.Boundary;
import java.util.List;
import java.util.Map;

/**
 * What a file holds, as far as it says.
 *
 * @param name of the file, for messages
 * @param states what is to be predicted
 * @param coordinates the times and the points along each axis, where the file has them
 * @param boundaries one for each axis; empty if the file does not say
 * @param parameters numbers of each trajectory
 * @param statics fields that do not change with time, or null
 * @param forcing fields that do, or null
 * @param attributes what is worth keeping: Double, Long or String
 * @param unused the names of arrays that are not imported
 */
record Contents(
    String name,
    Fields states,
    Map<Role, Coordinate> coordinates,
    List<Boundary> boundaries,
    TrajectoryNumbers parameters,
    Fields statics,
    Fields forcing,
    Map<String, Object> attributes,
    List<String> unused) {

  /**
   * Where the entries of an axis are.
   *
   * @param name the array they come from
   * @param unit as text; empty where none is known
   */
  record Coordinate(String name, double[] values, String unit) {}

  /** States and where they are, with nothing else known. */
  static Contents of(
      String name,
      Fields states,
      Map<Role, Coordinate> coordinates,
      Map<String, Object> attributes,
      List<String> unused) {
    return new Contents(
        name,
        states,
        coordinates,
        List.of(),
        TrajectoryNumbers.NONE,
        null,
        null,
        attributes,
        unused);
  }

  long trajectories() {
    return states.extent()[Role.N.place()];
  }

  int dimension() {
    long[] extent = states.extent();
    return extent[Role.Z.place()] > 1 ? 3 : extent[Role.Y.place()] > 1 ? 2 : 1;
  }
}
