package io.tfsno.nn.fused;

import io.tfsno.nn.Linear;
import io.tfsno.nn.Stencil;

/**
 * What a layer does at each point with what is there and next to it, in addition to its map.
 *
 * @param stencil on its training grid; null for none
 * @param gate a gain of the points of the lines; null for none
 */
public record Local(Stencil stencil, Linear gate) {
  public static final Local NONE = new Local(null, null);

  public boolean isGated() {
    return gate != null;
  }
}
