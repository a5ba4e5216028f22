package io.tfsno.nn.fused;

/** How a layer is joined to its neighbours. */
public enum Joint {
  /** The input is the network's own, in float32 however fields are stored. */
  FROM_STATES,
  /** Lines are added to the sum. */
  TAKES_LINES,
  /** The layer ends in a GELU. */
  ACTIVE,
  /** The lines of the result are wanted. */
  GIVES_LINES,
  /** The layer's input came from a GELU; the backward pass goes through that too. */
  AFTER_GELU,
  /** The lines of the gradient before that GELU are wanted. */
  GIVES_LINES_BACK,
  /** What that GELU was applied to had a local gate. */
  AFTER_GAIN,
  /** The layer's input is added to what comes out of its GELU. */
  RESIDUAL,
  /** The layer's input is also added to a later result, whose gradient the backward pass adds. */
  PASSED_BY,
  /** A field of the network is added to the sum. */
  ADDS,
  /** The layer before is residual: the gradient of the input is wanted as well, behind the rest. */
  AFTER_RESIDUAL
}
