package io.tfsno.data.hdf5;

/**
 * Where the checksums of a data set stand in our files: next to {@code tensor} a table {@code
 * tensor-crc32c} of unsigned integers, one for each block. A block is what the leading axes of the
 * table count, for {@code tensor} one snapshot of one trajectory, so that no read has to fetch more
 * than it was asked for. A table of shape {@code [1]} holds one checksum over everything.
 */
public final class Checksums {
  /** An attribute that lists the data sets with a table, so that one which was lost is missed. */
  public static final String NOTE = "tfsno_checked";

  private static final String SUFFIX = "-crc32c";

  private Checksums() {}

  /** The table of a data set. */
  public static String table(String dataset) {
    return dataset + SUFFIX;
  }

  static boolean isTable(String dataset) {
    return dataset.endsWith(SUFFIX);
  }

  /** What to do about a file whose checksums are wrong or missing. */
  public static String advice(String path) {
    return "Copy or make the file again. If another program changed it on purpose, delete '%s' and the attribute '%s' of its group."
        .formatted(table(path), NOTE);
  }
}
