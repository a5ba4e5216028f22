package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.PackedNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The values of a field in a request: a list of numbers, packed where it is long.
 *
 * @param list as it was parsed
 */
record FieldValues(JsonNode list) {
  FieldValues {
    if (!(list instanceof PackedNumbers) && !(list.isArray() || list.isNumber())) {
      throw new UserError("a list of numbers", Call.shown(list.toString()), "Correct it.");
    }
  }

  static FieldValues of(float[] numbers) {
    return new FieldValues(new PackedNumbers(numbers));
  }

  int size() {
    if (list instanceof PackedNumbers packed) {
      return packed.floats().length;
    }
    return list.isNumber() ? 1 : list.size();
  }

  /** The numbers; not a copy where the list is packed. */
  float[] floats() {
    if (list instanceof PackedNumbers packed) {
      return packed.floats();
    }
    if (list.isNumber()) {
      return new float[] {(float) list.doubleValue()};
    }
    float[] numbers = new float[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!list.get(i).isNumber()) {
        throw new UserError(
            "a number",
            Call.shown(list.get(i).toString()) + " at place " + i + " of a list",
            "Correct it.");
      }
      numbers[i] = (float) list.get(i).doubleValue();
    }
    return numbers;
  }

  /** Equal parts, one after the other. */
  List<FieldValues> parts(int count) {
    float[] all = floats();
    int size = all.length / count;
    return IntStream.range(0, count)
        .mapToObj(i -> of(Arrays.copyOfRange(all, i * size, (i + 1) * size)))
        .toList();
  }
}
