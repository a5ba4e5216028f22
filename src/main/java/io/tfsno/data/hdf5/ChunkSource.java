package io.tfsno.data.hdf5;

/** Where the chunks of an array come from. */
@FunctionalInterface
public interface ChunkSource {
  /**
   * The numbers of the chunk whose first element is at {@code corner}, in C order and decompressed;
   * null if it was never written.
   */
  byte[] decoded(long[] corner);
}
