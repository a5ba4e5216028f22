package io.tfsno.data.file;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Small arithmetic on array shapes. */
public final class Shapes {
  private Shapes() {}

  /** The number of elements; {@link ArithmeticException} if it does not fit a long. */
  public static long size(long... shape) {
    long size = 1;
    for (long n : shape) {
      size = Math.multiplyExact(size, n);
    }
    return size;
  }

  public static long[] longs(int... shape) {
    return Arrays.stream(shape).asLongStream().toArray();
  }

  /** As it is printed in messages: {@code (6, 21, 256)}. */
  public static String text(long... shape) {
    return Arrays.stream(shape)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
