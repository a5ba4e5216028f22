package io.tfsno.serve;

import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.Equation;
import io.tfsno.spectral.PairedFields;

/**
 * The part of a state that an equation allows, which is where the solver starts: the vorticity of a
 * flow in a periodic box has no mean. Models start from it too, or the two would be compared from
 * different states.
 */
final class AllowedPart {
  private AllowedPart() {}

  /** The state itself if all of it is allowed. */
  static float[] of(Equation law, FieldShape shape, float[] state) {
    try (Scope scope = new Scope()) {
      PairedFields fields = new PairedFields(shape.grid(), Device.CPU);
      double[] values = new double[state.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = state[i];
      }
      Tensor given = fields.pack(fields.singleCoefficients(Tensor.of(values, shape.states(1))));
      Tensor allowed = law.allowed(given, fields);
      if (allowed == given) {
        return state;
      }
      // Only what is taken away goes through the solver's modes: the rest stays as it was sent.
      double[] change = fields.singleValues(allowed.sub(given), 1, shape.points()).toDoubles();
      float[] part = new float[state.length];
      for (int i = 0; i < part.length; i++) {
        part[i] = (float) (values[i] + change[i]);
      }
      return part;
    }
  }
}
