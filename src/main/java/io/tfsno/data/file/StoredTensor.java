package io.tfsno.data.file;

import io.tfsno.data.safetensors.Safetensors;

/**
 * A named array in a {@link Safetensors} file: a shape and the numbers in C order (last index
 * fastest). An empty shape means one number. The arrays are kept as they are given, not copied.
 */
public record StoredTensor(long[] shape, float[] values) {
  public static final int MAX_RANK = 64;

  public StoredTensor {
    for (long n : shape) {
      if (n < 0) {
        throw new IllegalArgumentException("negative length in shape " + Shapes.text(shape));
      }
    }
    if (shape.length > MAX_RANK || Shapes.size(shape) != values.length) {
      throw new IllegalArgumentException(
          "%d numbers do not fill shape %s".formatted(values.length, Shapes.text(shape)));
    }
  }
}
