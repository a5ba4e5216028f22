package io.tfsno.engine.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * The launches of this thread while it is open: none runs, but each has its arguments checked
 * against the kernel's declaration and is listed. What kernels would have written is not written.
 */
public final class Launches implements Rehearsal, AutoCloseable {
  private final List<String> kernels = new ArrayList<>();

  private final int sharedBytes;

  /** On an H200. */
  public Launches() {
    this(227 << 10);
  }

  public Launches(int sharedBytes) {
    this.sharedBytes = sharedBytes;
    Kernels.REHEARSAL.set(this);
  }

  /** Names of kernels, in the order of their launches. */
  public List<String> kernels() {
    return kernels;
  }

  @Override
  public int multiprocessors() {
    return 132;
  }

  @Override
  public int sharedBytes() {
    return sharedBytes;
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
