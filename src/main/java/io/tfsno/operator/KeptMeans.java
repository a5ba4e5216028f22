package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.spectral.Channel;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps the means of fields whose law keeps them, in training and in predictions: {@code u' <- u' -
 * mean (u' - u)}. A network that has to learn this from data learns it to the exactness of
 * everything else, and over a rollout what is left adds up.
 */
final class KeptMeans {
  private final Constants constants;
  private final float[] kept;
  private final long[] axes;

  KeptMeans(FieldShape shape, Constants constants) {
    this.constants = constants;
    requirePeriodic(shape);
    List<Channel> fields = shape.fields();
    kept = new float[fields.size()];
    for (String name : shape.inputs().conserved()) {
      kept[channel(fields, name)] = 1;
    }
    axes = new long[shape.dimension()];
    Arrays.setAll(axes, axis -> 2 + axis);
  }

  private static void requirePeriodic(FieldShape shape) {
    if (!shape.grid().periodic()) {
      throw new UserError(
          "a periodic grid for model.conserve",
          "walls",
          "Leave model.conserve out: something may flow through the walls.");
    }
  }

  private static int channel(List<Channel> fields, String name) {
    for (int c = 0; c < fields.size(); c++) {
      if (fields.get(c).name().equals(name)) {
        return c;
      }
    }
    throw new UserError(
        "a field to conserve among " + Channel.names(fields),
        name,
        "Its name must be that of a field.");
  }

  /**
   * @param u a state {@code [sample, channel, x(, y, z)]}
   * @param next what follows on it
   */
  Tensor of(Tensor u, Tensor next) {
    long[] perField = new long[u.rank()];
    Arrays.fill(perField, 1);
    perField[0] = u.size(0);
    perField[1] = u.size(1);
    Tensor change = next.sub(u).mean(axes).view(perField);
    return next.sub(keepsAll() ? change : change.mul(mask(u)));
  }

  private boolean keepsAll() {
    for (float one : kept) {
      if (one == 0) {
        return false;
      }
    }
    return true;
  }

  private Tensor mask(Tensor u) {
    long[] perChannel = new long[u.rank()];
    Arrays.fill(perChannel, 1);
    perChannel[1] = kept.length;
    return constants.tensor("kept means", u.device(), () -> Tensor.of(kept, perChannel));
  }
}
