package io.tfsno.data.hdf5;

import io.jhdf.HdfFile;
import io.jhdf.storage.HdfBackingStorage;
import io.tfsno.base.UserError;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** An HDF5 file open for reading: jHDF finds its way through the metadata, we read the numbers. */
public final class Hdf5Input implements AutoCloseable {
  private static final String WHAT = "an HDF5 file";
  private static final long MAX_CHUNK = Integer.MAX_VALUE - 8;
  private static final int CHUNKS_IN_MEMORY = 8;

  /** Room for data sets of which nothing was written. */
  private static final long EMPTY_BYTES = 1 << 20;

  private static final String REPACK = "Repack the file, e.g. with h5repack -f GZIP=4.";
  private static final String AGAIN = "Copy or download it again.";

  private final Path file;
  private final FileChannel channel;
  private final HdfFile hdf;

  private Hdf5Input(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    long signature = signature();
    this.hdf = guarded(() -> Hdf5Storage.open(channel, signature));
    long declared = storage().getSuperblock().getEndOfFileAddress();
    if (channel.size() < declared) {
      throw DataFiles.error(
          file, declared + " bytes according to its header", channel.size() + " bytes", AGAIN);
    }
  }

  public static Hdf5Input open(Path file) {
    FileChannel channel = DataFiles.openForReading(file, WHAT);
    try {
      return new Hdf5Input(file, channel);
    } catch (UserError e) {
      DataFiles.closeQuietly(channel);
      throw e;
    } catch (IOException e) {
      DataFiles.closeQuietly(channel);
      throw DataFiles.cannotRead(file, e);
    }
  }

  public Path file() {
    return file;
  }

  public Hdf5Group root() {
    return new Hdf5Group(this, hdf, "");
  }

  @Override
  public void close() {
    DataFiles.closeQuietly(channel);
  }

  /** The numbers of a data set that was found under {@code path}. */
  Slab slab(String path, Hdf5Dataset dataset) {
    return guarded(() -> open(path, dataset));
  }

  /**
   * Runs code of jHDF, which meets a damaged file with any kind of exception: metadata that points
   * to itself or asks for absurd amounts of memory ends in one of the two errors.
   */
  public <T> T guarded(Callable<T> work) {
    try {
      return work.call();
    } catch (UserError e) {
      throw e;
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      throw new UserError(
          "%s: expected %s, found one that is cut short, damaged or of an unknown kind (%s). %s"
              .formatted(file, WHAT, DataFiles.shown(rootCause(e), 200), AGAIN),
          e);
    }
  }

  private Slab open(String path, Hdf5Dataset dataset) {
    ElementType type = dataset.type();
    long[] shape = dataset.shape();
    if (type == null || Arrays.stream(shape).min().orElse(0) < 1) {
      throw DataFiles.error(
          file,
          "an array of floating-point or integer numbers in '" + path + "'",
          type == null ? "another type" : "shape " + Shapes.text(shape),
          "Convert the data set.");
    }
    long bytes = Math.multiplyExact(Shapes.size(shape), type.bytes());
    checkPlausible(path, bytes);
    if (dataset.isContiguous() && dataset.address() >= 0) {
      long address = Math.addExact(storage().getUserBlockSize(), dataset.address());
      checkInside(path, Math.addExact(address, bytes));
      return new ContiguousSlab(file, channel, address, shape, type, dataset.order());
    }
    if (dataset.isContiguous()) { // never written: as if it were one chunk that is not there
      return new ChunkedSlab(shape, shape, type, dataset.order(), dataset.fill(), corner -> null);
    }
    return chunked(path, dataset);
  }

  private Slab chunked(String path, Hdf5Dataset dataset) {
    if (!dataset.isChunked()) {
      throw DataFiles.error(
          file, "contiguous or chunked storage of '" + path + "'", "another kind", REPACK);
    }
    String unsupported = dataset.filters().unsupported();
    if (unsupported != null) {
      throw DataFiles.error(
          file,
          "'" + path + "' stored plain or with gzip, shuffle or LZF",
          "filter " + unsupported,
          REPACK);
    }
    long[] chunk = dataset.chunkShape();
    int rank = dataset.shape().length;
    boolean sound = chunk.length == rank && Arrays.stream(chunk).min().orElse(0) > 0;
    long most = Math.min(MAX_CHUNK, Runtime.getRuntime().maxMemory() / CHUNKS_IN_MEMORY);
    if (!sound || Math.multiplyExact(Shapes.size(chunk), dataset.type().bytes()) > most) {
      throw DataFiles.error(
          file,
          "chunks of '%s' with %d axes and at most %d MiB".formatted(path, rank, most >> 20),
          Shapes.text(chunk),
          REPACK);
    }
    int bytes = Math.toIntExact(Shapes.size(chunk) * dataset.type().bytes());
    return new ChunkedSlab(
        dataset.shape(),
        chunk,
        dataset.type(),
        dataset.order(),
        dataset.fill(),
        new Hdf5Chunks(
            file,
            channel,
            storage().getUserBlockSize(),
            dataset.chunks(storage()),
            dataset.filters(),
            bytes));
  }

  private HdfBackingStorage storage() {
    return hdf.getHdfBackingStorage();
  }

  /** No compression gets that many numbers out of a file this small. */
  private void checkPlausible(String path, long bytes) {
    long most = EMPTY_BYTES + Math.multiplyExact(size(), ChunkFilters.MOST_DEFLATED);
    if (bytes > most) {
      throw DataFiles.error(
          file,
          "at most %d bytes of numbers in '%s', for the size of the file".formatted(most, path),
          bytes + " bytes according to its header",
          AGAIN);
    }
  }

  long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  private void checkInside(String path, long end) {
    if (end > size()) {
      throw DataFiles.error(
          file,
          "'%s' to end at byte %d".formatted(path, end),
          "a file of " + size() + " bytes",
          AGAIN);
    }
  }

  /** The signature stands at byte 0, or after a user block of 512, 1024, 2048, ... bytes. */
  private long signature() throws IOException {
    for (long at = 0; at + 8 <= channel.size(); at = at == 0 ? 512 : 2 * at) {
      ByteBuffer start = ByteBuffer.allocate(8);
      Blocks.readFully(channel, at, start);
      if (Arrays.equals(start.array(), Hdf5Layout.SIGNATURE)) {
        return at;
      }
      if (at == 0 && UnfinishedFile.isMarked(start.array())) {
        throw DataFiles.error(
            file, WHAT, "one that was never finished", "Run the command that makes it again.");
      }
    }
    throw DataFiles.error(
        file, WHAT, "no HDF5 signature in it", "Check that it is the right file.");
  }

  private static String rootCause(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
