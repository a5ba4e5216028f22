package io.tfsno.run;

import io.tfsno.base.UserError;
import io.tfsno.data.Normaliser;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.symmetry.Symmetries;
import java.util.ArrayList;
import java.util.List;

/**
 * Constants under which a field that changes its sign in a symmetry does so normalised as well:
 * those of mean 0.
 */
public final class SymmetricScales {
  private SymmetricScales() {}

  /**
   * @param given whether the constants are those of trained weights, which must be used as they are
   */
  public static Normaliser of(Normaliser found, FieldShape shape, boolean given) {
    Symmetries symmetries = shape.symmetries();
    if (symmetries == null) {
      return found;
    }
    List<Double> means = new ArrayList<>();
    List<Double> deviations = new ArrayList<>();
    for (int c = 0; c < shape.channels(); c++) {
      boolean one = found.mean().size() == 1;
      double mean = found.mean().get(one ? 0 : c);
      double deviation = found.deviation().get(one ? 0 : c);
      String field = shape.fields().get(c).name();
      boolean centred = symmetries.negated().contains(field) && mean != 0;
      if (centred && given) {
        throw new UserError(
            "weights trained on fields of mean 0, because model.symmetry negates '%s'"
                .formatted(field),
            "a mean of %.4g".formatted(mean),
            "Start from weights that were trained with the same model.symmetry, or anew.");
      }
      means.add(centred ? 0 : mean);
      deviations.add(centred ? Math.hypot(deviation, mean) : deviation);
    }
    return new Normaliser(means, deviations);
  }
}
