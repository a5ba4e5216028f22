package io.tfsno.run.range;

import java.util.List;

/**
 * A number of a trajectory that lies where the training has none.
 *
 * @param seen where it has some
 */
public record Unseen(String name, double value, Band seen) {
  static void add(List<Unseen> all, List<String> names, List<Band> seen, double... values) {
    for (int i = 0; i < values.length; i++) {
      if (!seen.get(i).asSeen().contains(values[i])) {
        all.add(new Unseen(names.get(i), values[i], seen.get(i)));
      }
    }
  }
}
