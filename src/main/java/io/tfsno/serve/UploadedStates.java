package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.operator.FieldShape;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import java.util.Arrays;
import java.util.List;

/**
 * The states in a NumPy array: {@code [channel, x...]}, or {@code [1, channel, x...]}, or {@code
 * [x...]} for one channel; {@code [F, channel, x...]} where the model sees F states.
 *
 * @param values of each state, the oldest first, {@code [channel * x * y * z]}
 * @param channels of a state
 */
record UploadedStates(List<FieldValues> values, int channels) {

  static UploadedStates read(byte[] body, FieldShape shape, Limits limits) {
    NpyArray array = array(body);
    int[] found = array.shape();
    int lead = found.length - shape.dimension();
    requireFit(found, lead, shape, limits);
    int states = lead == 2 ? found[0] : 1;
    return new UploadedStates(FieldValues.of(array.floats()).parts(states), shape.channels());
  }

  /** The last state. */
  Initial initial() {
    FieldValues last = values.get(values.size() - 1);
    return Initial.ofChannels(last.parts(channels).stream().map(InitialField::of).toList());
  }

  /** The states before it; null for none. */
  List<FieldValues> history() {
    return values.size() == 1 ? null : values.subList(0, values.size() - 1);
  }

  private static NpyArray array(byte[] body) {
    try {
      return Npy.parse("the body", body);
    } catch (UserError e) {
      throw new Refusal(400, e.getMessage());
    }
  }

  private static void requireFit(int[] found, int lead, FieldShape shape, Limits limits) {
    int history = shape.inputs().observed();
    boolean fits =
        switch (lead) {
          case 0 -> shape.channels() == 1;
          case 1 -> found[0] == shape.channels();
          case 2 -> (found[0] == 1 || found[0] == history) && found[1] == shape.channels();
          default -> false;
        };
    if (!fits
        || !InitialField.proportional(
            Arrays.copyOfRange(found, lead, found.length), shape.points(), limits)) {
      String points = shape.points().text().replace(" x ", ", ");
      throw new Refusal(
          400,
          "an array [%s%d, %s] of %s, or the same proportions with 4 to %d points per axis"
              .formatted(
                  history > 1 ? history + ", " : "",
                  shape.channels(),
                  points,
                  shape.text(),
                  limits.points()),
          Arrays.toString(found),
          "Save the state in that shape.");
    }
  }
}
