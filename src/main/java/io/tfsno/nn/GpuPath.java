package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import java.util.Locale;

/** How networks are computed on a GPU. On the CPU it makes no difference. */
public enum GpuPath {
  /** With libtorch's operations only: what all other paths are held against. */
  LIBTORCH(0, DType.FLOAT32),
  /** Hand-written kernels; factors of products rounded to TF32, sums in float32. */
  TF32(1, DType.FLOAT32),
  /** Hand-written kernels; each factor as a sum of two such numbers, as exact as float32. */
  FLOAT32(3, DType.FLOAT32),
  /**
   * As TF32, with the fields between layers and their gradients stored in half the memory, rounded
   * to 8 bits of mantissa. States, weights, modes, statistics and sums stay in float32.
   */
  BF16(1, DType.BFLOAT16);

  /** Unless another one is asked for. */
  public static final GpuPath USUAL = TF32;

  private final int products;
  private final DType fields;

  GpuPath(int products, DType fields) {
    this.products = products;
    this.fields = fields;
  }

  /** As options, tapes and ledgers call it: {@code tf32}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How fields between layers are stored. */
  public DType fields() {
    return fields;
  }

  /**
   * How kernels keep what the backward pass needs of a GELU: its slope as exactly as TF32's factors
   * are, or the values that it was applied to.
   */
  public DType slopes() {
    return roundsFactors() ? DType.FLOAT16 : fields;
  }

  /** Bytes of a stored number of a field. */
  public int fieldBytes() {
    return fields.bytes();
  }

  /** Products on the tensor cores for one exact product. */
  public int products() {
    return products;
  }

  /** Numbers as the products of this path use them, on the CPU. */
  public Tensor rounded(Tensor exact) {
    if (!roundsFactors()) {
      return exact;
    }
    float[] values = exact.to(DType.FLOAT32).toFloats();
    for (int i = 0; i < values.length; i++) {
      // 10 bits of mantissa, ties away from zero.
      values[i] = Float.intBitsToFloat((Float.floatToRawIntBits(values[i]) + 0x1000) & ~0x1fff);
    }
    return Tensor.of(values, exact.shape());
  }

  /** Whether factors of products are rounded to TF32. */
  public boolean roundsFactors() {
    return products == 1;
  }

  /** Whether there are hand-written kernels. */
  public boolean fused() {
    return this != LIBTORCH;
  }
}
