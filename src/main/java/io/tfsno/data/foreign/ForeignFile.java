package io.tfsno.data.foreign;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file of arrays, open for reading. Several threads may read at once. */
public interface ForeignFile extends AutoCloseable {
  Path file();

  /** What kind of file it is, for people. */
  String format();

  /** All arrays, also those whose elements are no numbers. */
  List<ForeignArray> arrays();

  /** What the file says of itself: Double, Long, String, or a list of them. */
  Map<String, Object> attributes();

  default Optional<ForeignArray> find(String name) {
    String bare = name.startsWith("/") ? name.substring(1) : name;
    return arrays().stream().filter(array -> array.name().equals(bare)).findFirst();
  }

  /** The array of this name; an error with the nearest name if there is none. */
  default ForeignArray array(String name) {
    return find(name)
        .orElseThrow(
            () -> {
              List<String> known = arrays().stream().map(ForeignArray::name).toList();
              String message = Names.unknown("variable", name, known).getMessage();
              return new UserError(file() + ": " + message);
            });
  }

  @Override
  void close();
}
