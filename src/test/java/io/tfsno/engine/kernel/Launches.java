package io.tfsno.engine.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * The launches of this thread while it is open: none runs, but each has its arguments checked
 * against the kernel's declaration and is listed. What kernels would have written is not written.
 */
public final class Launches implements Rehearsal, AutoCloseable {
  private final List<String> kernels = new ArrayList<>();

  public Launches() {
    Kernels.REHEARSAL.set(this);
  }

  /** Names of kernels, in the order of their launches. */
  public List<String> kernels() {
    return kernels;
  }

  /** An H200's. */
  @Override
  public int multiprocessors() {
    return 132;
  }

  @Override
  public int sharedBytes() {
    return 227 << 10;
  }

  @Override
  public void launched(String kernel, int x, int y, int z, int threads) {
    kernels.add(kernel);
  }

  @Override
  public void close() {
    Kernels.REHEARSAL.remove();
  }
}
