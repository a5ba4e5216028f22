package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.spectral.Points;
import java.util.List;

/** The few numbers per sample that a gate is computed from. */
interface Features {
  int size();

  /** {@code [feature, sample]}. */
  Tensor of(GateInput input);

  /** The names of those that the kernels can compute. They come first. */
  List<String> fused();

  /** Those that come after the {@link #fused} ones, where there are any. */
  Tensor others(GateInput input);

  /** Whether the kernels, which compare neighbours, compute the same on such a grid. */
  boolean fuses(Points points);
}
