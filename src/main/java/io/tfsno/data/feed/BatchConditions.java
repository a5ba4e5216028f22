package io.tfsno.data.feed;

import io.tfsno.engine.Tensor;

/**
 * What states depend on in addition to earlier ones, on their device; null each where nobody asks
 * for it.
 *
 * @param fields {@code [sample, field, x(, y, z)]}
 * @param parameters {@code [sample, parameter]}
 * @param time {@code [sample]}
 */
public record BatchConditions(Tensor fields, Tensor parameters, Tensor time) {
  public static final BatchConditions NONE = new BatchConditions(null, null, null);
}
