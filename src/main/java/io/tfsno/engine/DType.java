package io.tfsno.engine;

import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The element types in use. Networks compute in FLOAT32, solvers in FLOAT64; BFLOAT16 is for
 * storing fields, FLOAT16 for slopes of activations, which only kernels read.
 */
public enum DType {
  BFLOAT16(ScalarType.BFloat16, 2),
  FLOAT16(ScalarType.Half, 2),
  FLOAT32(ScalarType.Float, 4),
  FLOAT64(ScalarType.Double, 8),
  COMPLEX64(ScalarType.ComplexFloat, 8),
  COMPLEX128(ScalarType.ComplexDouble, 16),
  INT64(ScalarType.Long, 8),
  BOOL(ScalarType.Bool, 1);

  final ScalarType torch;
  private final int bytes;

  DType(ScalarType torch, int bytes) {
    this.torch = torch;
    this.bytes = bytes;
  }

  /** Size of one element in bytes. */
  public int bytes() {
    return bytes;
  }

  public boolean isComplex() {
    return this == COMPLEX64 || this == COMPLEX128;
  }

  static DType of(ScalarType type) {
    for (DType d : values()) {
      if (d.torch.value == type.value) {
        return d;
      }
    }
    throw new IllegalArgumentException("element type " + type + " is not one that tfsno uses");
  }
}
