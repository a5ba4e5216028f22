package io.tfsno.nn.fused;

/** A way to run networks of {@link TapMap}s, made for all maps of a network. */
@FunctionalInterface
public interface Taps {
  /**
   * Begins a pass, with the weights as they are now.
   *
   * @param taping whether a backward pass will come
   */
  TapPass begin(boolean taping);
}
