package io.tfsno.operator.sketch;

import java.util.List;

/**
 * A network as pictures, from the whole to its parts.
 *
 * @param title what it is, in a few words
 */
public record Sketch(String title, List<Part> parts) {
  public Sketch {
    parts = List.copyOf(parts);
  }
}
