package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.catalogue.Catalogue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds the equation that made a data set, from the attributes that our sets carry: {@code
 * equation}, its name in the catalogue, and a number under the name of each of its coefficients.
 * Nothing is guessed: standard values could be the wrong ones.
 */
final class EquationOfData {
  private static final String NEXT =
      " The physics of this model needs it: use a set made by 'tfsno data generate', add the attribute,"
          + " or set model.physicsWeight to 0.";

  private final Path file;
  private final TrajectorySet set;

  private EquationOfData(Path file, TrajectorySet set) {
    this.file = file;
    this.set = set;
  }

  /** The equation of a file's training set; a {@link UserError} if the file does not say. */
  static Equation in(TrainConfig config, Path file) {
    try (TrajectoryFile data = config.data().open(file)) {
      return new EquationOfData(file, data.setOrFirst("train")).find();
    }
  }

  private Equation find() {
    EquationType type = type();
    Map<String, Double> coefficients = new LinkedHashMap<>();
    for (Parameter p : type.parameters()) {
      coefficients.put(p.name(), coefficient(type, p));
    }
    Equation equation = type.create(coefficients);
    if (equation.dimension() != set.grid().dimension() || equation.channels() != set.channels()) {
      throw new UserError(
          "%s: expected fields of %s, with %d channels in %dD, found %d channels in %dD. Correct the attribute 'equation', or set model.physicsWeight to 0."
              .formatted(
                  file,
                  type.name(),
                  equation.channels(),
                  equation.dimension(),
                  set.channels(),
                  set.grid().dimension()));
    }
    return equation;
  }

  private EquationType type() {
    String name = String.valueOf(set.attributes().getOrDefault("equation", ""));
    if (name.isEmpty()) {
      throw new UserError(
          file
              + ": expected the attribute 'equation', a name of 'tfsno equations', found none."
              + NEXT);
    }
    try {
      return Catalogue.named(name);
    } catch (UserError e) {
      throw new UserError(file + ": " + e.getMessage() + NEXT, e);
    }
  }

  private double coefficient(EquationType type, Parameter p) {
    if (set.attributes().get(p.name()) instanceof Number given) {
      return given.doubleValue();
    }
    for (Map.Entry<String, String> other : type.reciprocals().entrySet()) {
      if (other.getValue().equals(p.name())
          && set.attributes().get(other.getKey()) instanceof Number given) {
        return 1 / given.doubleValue();
      }
    }
    throw new UserError(
        "%s: expected the attribute '%s' (%s of %s), a number, found %s."
                .formatted(
                    file,
                    p.name(),
                    p.meaning(),
                    type.name(),
                    set.attributes().getOrDefault(p.name(), "none"))
            + NEXT);
  }
}
