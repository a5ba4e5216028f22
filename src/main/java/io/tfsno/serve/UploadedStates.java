package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.operator.FieldShape;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The states in a NumPy array: {@code [channel, x...]}, or {@code [1, channel, x...]}, or {@code
 * [x...]} for one channel; {@code [F, channel, x...]} where the model sees F states.
 *
 * @param values of each state, the oldest first, {@code [channel * x * y * z]}
 * @param channels of a state
 */
record UploadedStates(List<List<Double>> values, int channels) {

  static UploadedStates read(byte[] body, FieldShape shape, Limits limits) throws IOException {
    NpyArray array = array(body);
    int[] found = array.shape();
    int lead = found.length - shape.dimension();
    requireFit(found, lead, shape, limits);
    int states = lead == 2 ? found[0] : 1;
    List<Double> all = Arrays.stream(array.doubles()).boxed().toList();
    return new UploadedStates(parts(all, states), shape.channels());
  }

  /** The last state. */
  Initial initial() {
    List<Double> last = values.get(values.size() - 1);
    return Initial.ofChannels(parts(last, channels).stream().map(InitialField::of).toList());
  }

  /** The states before it; null for none. */
  List<List<Double>> history() {
    return values.size() == 1 ? null : values.subList(0, values.size() - 1);
  }

  private static List<List<Double>> parts(List<Double> all, int count) {
    int size = all.size() / count;
    return IntStream.range(0, count).mapToObj(i -> all.subList(i * size, (i + 1) * size)).toList();
  }

  private static NpyArray array(byte[] body) throws IOException {
    Path file = Files.createTempFile("tfsno-upload", ".npy");
    try {
      Files.write(file, body);
      return Npy.read(file);
    } catch (UserError e) { // it names the file, which means nothing to the client
      throw new Refusal(400, e.getMessage().replace(file.toString(), "the body"));
    } finally {
      Files.deleteIfExists(file);
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
