package io.tfsno.nn.cuda;

/** How work that does not divide evenly is shared. */
public final class Tiles {
  private Tiles() {}

  /** Parts of a size that cover {@code n}. */
  public static int count(int n, int size) {
    return Math.toIntExact(count((long) n, size));
  }

  /** Parts of a size that cover {@code n}. */
  public static long count(long n, int size) {
    return (n + size - 1) / size;
  }

  /** The least multiple of a size that is not below {@code n}. */
  static int roundUp(int n, int size) {
    return size * count(n, size);
  }
}
