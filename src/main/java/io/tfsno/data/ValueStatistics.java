package io.tfsno.data;

/** Range, mean and deviation of the finite ones among many numbers. */
final class ValueStatistics {
  private double minimum = Double.POSITIVE_INFINITY;
  private double maximum = Double.NEGATIVE_INFINITY;
  private double origin;
  private double sum;
  private double squares;
  private long count;
  private long nonFinite;

  void add(float value) {
    if (!Float.isFinite(value)) {
      nonFinite++;
      return;
    }
    if (count == 0) {
      origin = value; // counted from here, a large mean costs the deviation no digits
    }
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
    double d = value - origin;
    sum += d;
    squares += d * d;
    count++;
  }

  double minimum() {
    return minimum;
  }

  double maximum() {
    return maximum;
  }

  double mean() {
    return origin + sum / count;
  }

  double deviation() {
    double offset = sum / count;
    return Math.sqrt(Math.max(0, squares / count - offset * offset));
  }

  long nonFinite() {
    return nonFinite;
  }
}
