package io.tfsno.nn.cuda;

import io.tfsno.nn.fused.Local;

/**
 * The points around each point of which kernels take differences.
 *
 * @param axes along which there are differences; 0 for none
 * @param reach neighbours on each side along an axis
 */
record Neighbours(int axes, int reach) {
  static final Neighbours NONE = new Neighbours(0, 1);

  static Neighbours of(Local local, int dimension) {
    return local.stencil() == null ? NONE : new Neighbours(dimension, local.stencil().reach());
  }

  boolean isNone() {
    return axes == 0;
  }

  /** First and second ones of all axes and distances. */
  int differences() {
    return 2 * axes * reach;
  }
}
