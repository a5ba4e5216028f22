package io.tfsno.data.feed;

import io.tfsno.engine.Tensor;

/**
 * What states depend on in addition to earlier ones, on their device; null each where nobody asks
 * for it.
 *
 * @param fields {@code [sample, field, x(, y, z)]}
 * @param parameters {@code [sample, parameter]}
 * @param time {@code [sample]}
 * @param context of each trajectory's first states, {@code [sample, number]}
 */
public record BatchConditions(Tensor fields, Tensor parameters, Tensor time, Tensor context) {
  public static final BatchConditions NONE = new BatchConditions(null, null, null, null);
}
