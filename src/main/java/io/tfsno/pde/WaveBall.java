package io.tfsno.pde;

import java.util.function.Consumer;

/**
 * The waves of a ball or of a box around zero, one of each pair k and -k: that with the first
 * non-zero component positive, counted from the last axis. The last axis is slowest.
 */
final class WaveBall {
  private WaveBall() {}

  /** Those with {@code 0 < |k| <= maxMode}, in order. */
  static void forEach(int dimension, int maxMode, Consumer<int[]> wave) {
    int count = pairs(dimension, maxMode);
    for (int i = 0; i < count; i++) {
      int[] k = ofBox(dimension, maxMode, i);
      if (squared(k) <= maxMode * maxMode) {
        wave.accept(k);
      }
    }
  }

  /** How many waves the box {@code -maxMode .. maxMode} has, one of each pair. */
  static int pairs(int dimension, int maxMode) {
    return (int) Math.pow(2 * maxMode + 1, dimension) / 2;
  }

  /** One of the waves of the box. */
  static int[] ofBox(int dimension, int maxMode, int index) {
    int side = 2 * maxMode + 1;
    int rest = pairs(dimension, maxMode) + 1 + index;
    int[] k = new int[dimension];
    for (int axis = 0; axis < dimension; axis++) {
      k[axis] = rest % side - maxMode;
      rest /= side;
    }
    return k;
  }

  static double squared(int... k) {
    double sum = 0;
    for (int component : k) {
      sum += component * component;
    }
    return sum;
  }
}
