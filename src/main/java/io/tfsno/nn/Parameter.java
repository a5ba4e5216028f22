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

  long[] dimensions() {
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
