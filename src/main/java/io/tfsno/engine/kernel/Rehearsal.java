package io.tfsno.engine.kernel;

/**
 * Takes launches in place of a GPU, so that tests see on any machine what is launched, with which
 * arguments and in which order.
 */
interface Rehearsal {
  int multiprocessors();

  int sharedBytes();

  /** A kernel whose arguments are as it declares them. */
  void launched(String kernel, int x, int y, int z, int threads);
}
