package io.tfsno.nn;

import io.tfsno.engine.Tensor;
import java.util.List;

/**
 * A named place in a flat buffer, known from the moment it is declared and holding values once
 * {@link Parameters#allocate} has run.
 */
public final class Parameter {
  private final String name;
  private final List<Long> shape;
  private final long offset;
  private final Initialiser initialiser;
  private SilentRows silent = SilentRows.NONE;
  private Tensor tensor;
  private Tensor gradient;

  Parameter(String name, List<Long> shape, long offset, Initialiser initialiser) {
    this.name = name;
    this.shape = shape;
    this.offset = offset;
    this.initialiser = initialiser;
  }

  public String name() {
    return name;
  }

  public List<Long> shape() {
    return shape;
  }

  /** Index of the first value in the flat buffer. */
  public long offset() {
    return offset;
  }

  public long count() {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }

  /**
   * Its shape in files: {@code [rows, ...]} without those that are zero and not trained, where
   * there are any.
   */
  public long[] storedShape() {
    if (silent.isEmpty()) {
      return dimensions();
    }
    int first = shape.size();
    for (long row = 1; row < silent.size(); row *= shape.get(first)) {
      first--;
    }
    long[] stored = new long[shape.size() - first + 1];
    stored[0] = (count() - silent.count()) / silent.size();
    for (int i = 1; i < stored.length; i++) {
      stored[i] = shape.get(first + i - 1);
    }
    return stored;
  }

  /** What a file holds of its values. */
  public float[] stored(float[] values) {
    return silent.isEmpty() ? values : silent.without(values);
  }

  /** The values of which a file holds this. */
  public float[] restored(float[] stored) {
    return silent.isEmpty() ? stored : silent.with(stored);
  }

  SilentRows silent() {
    return silent;
  }

  void silence(SilentRows rows) {
    silent = rows;
  }

  /** The view of the flat buffer. Belongs to the {@link Parameters}: do not close it. */
  public Tensor tensor() {
    if (tensor == null) {
      throw new IllegalStateException("parameter '" + name + "' holds no values yet, or no more");
    }
    return tensor;
  }

  /** Where the gradient of a trainable parameter accumulates, a view of the flat gradient. */
  public Tensor gradient() {
    if (gradient == null) {
      throw new IllegalStateException("parameter '" + name + "' has no gradient");
    }
    return gradient;
  }

  Initialiser initialiser() {
    return initialiser;
  }

  public long[] dimensions() {
    return shape.stream().mapToLong(Long::longValue).toArray();
  }

  void hold(Tensor view) {
    tensor = view;
  }

  void holdGradient(Tensor view) {
    gradient = view;
  }

  @Override
  public String toString() {
    return name + shape;
  }
}
