package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.generate.StatedEquation;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationFamily;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import io.tfsno.pde.Parameter;
import io.tfsno.spectral.Channel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the equation that made a data set, from the attributes that our sets carry: the {@link
 * StatedEquation} of a set that was made from a specification; else {@code equation}, its name in
 * the registry, and a number under the name of each of its coefficients. Nothing is guessed:
 * standard values could be the wrong ones. Coefficients that differ between trajectories must be
 * among the parameters that the model is given, and the law must not change with time.
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
  static EquationFamily in(TrainConfig config, Path file) {
    EquationFamily found;
    try (TrajectoryFile data = config.data().open(file)) {
      found = new EquationOfData(file, data.setOrFirst("train")).find();
    }
    if (!found.names().isEmpty()) {
      List<String> given =
          TrainingData.shapeOf(config, file).inputs().parameters().stream()
              .map(Channel::name)
              .toList();
      for (String name : found.names()) {
        if (!given.contains(name)) {
          throw new UserError(
              "%s: expected the parameter %s, which differs between trajectories, to be given to the model, found %s. The physics of this model needs it: add it to model.conditions, or set model.physicsWeight to 0."
                  .formatted(file, name, given.isEmpty() ? "nothing" : String.join(", ", given)));
        }
      }
    }
    return found;
  }

  private EquationFamily find() {
    EquationFamily family =
        set.attributes().get(StatedEquation.ATTRIBUTE) instanceof String stated
            ? stated(StatedEquation.parse(file.toString(), stated))
            : named();
    Equation equation = family.any();
    if (equation.dimension() != set.grid().dimension() || equation.channels() != set.channels()) {
      throw new UserError(
          "%s: expected fields of %s, with %d channels in %dD, found %d channels in %dD. Correct the attribute 'equation', or set model.physicsWeight to 0."
              .formatted(
                  file,
                  equation.type().name(),
                  equation.channels(),
                  equation.dimension(),
                  set.channels(),
                  set.grid().dimension()));
    }
    return family;
  }

  private EquationFamily stated(StatedEquation stated) {
    EquationFamily family = stated.family();
    if (!family.any().autonomous()) {
      throw new UserError(
          "%s: expected a law that stays the same, found one that changes with time. The physics of this model supports no other: set model.physicsWeight to 0."
              .formatted(file));
    }
    return family;
  }

  private EquationFamily named() {
    EquationType type = type();
    List<String> numbers = Channel.names(set.conditions().declared().parameters());
    List<String> own =
        type.parameters().stream().map(Parameter::name).filter(numbers::contains).toList();
    Map<String, Double> common = new LinkedHashMap<>();
    for (Parameter p : type.parameters()) {
      if (!own.contains(p.name())) {
        common.put(p.name(), coefficient(type, p));
      }
    }
    List<Double> typical =
        own.stream().map(name -> first(set.conditions().choose(List.of(name)))).toList();
    return new EquationFamily(
        own,
        typical,
        values -> {
          Map<String, Double> all = new LinkedHashMap<>(common);
          for (int i = 0; i < own.size(); i++) {
            all.put(own.get(i), values.get(i));
          }
          return type.create(all);
        });
  }

  private static double first(TrajectoryConditions ofOne) {
    return ofOne.parameters(0, 1)[0];
  }

  private EquationType type() {
    String name = String.valueOf(set.attributes().getOrDefault("equation", ""));
    if (name.isEmpty()) {
      throw new UserError(
          file
              + ": expected the attribute 'equation', a name listed by 'tfsno equations', found none."
              + NEXT);
    }
    try {
      return Equations.named(name);
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
