package io.tfsno.data.hdf5;

import io.jhdf.HdfFile;
import io.jhdf.Superblock;
import io.jhdf.storage.HdfBackingStorage;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * The bytes of a file as jHDF asks for them. Its own class makes room for as many as the file
 * claims to have before it reads one, up to 2 GiB, and fills it by reading the same bytes again and
 * again; here a request beyond the end of the file is refused first.
 */
final class Hdf5Storage implements HdfBackingStorage {
  private final FileChannel channel;
  private final Superblock superblock;
  private final long size;

  private Hdf5Storage(FileChannel channel, Superblock superblock) throws IOException {
    this.channel = channel;
    this.superblock = superblock;
    this.size = channel.size();
  }

  /**
   * Opens a file whose signature stands at the given place. jHDF has a constructor for any storage,
   * but keeps it private.
   */
  static HdfFile open(FileChannel channel, long signature) throws IOException {
    Superblock superblock = Superblock.readSuperblock(channel, signature);
    if (superblock.getBaseAddressByte() != signature) {
      throw new IOException("its header gives another place for itself");
    }
    try {
      Constructor<HdfFile> opener = HdfFile.class.getDeclaredConstructor(HdfBackingStorage.class);
      opener.setAccessible(true);
      return opener.newInstance(new Hdf5Storage(channel, superblock));
    } catch (ReflectiveOperationException e) {
      throw e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
    }
  }

  @Override
  public ByteBuffer readBufferFromAddress(long address, int length) {
    return mapNoOffset(Math.addExact(getUserBlockSize(), address), length);
  }

  @Override
  public ByteBuffer map(long address, long length) {
    return mapNoOffset(Math.addExact(getUserBlockSize(), address), length);
  }

  @Override
  public ByteBuffer mapNoOffset(long position, long length) {
    if (position < 0 || length < 0 || length > size - position) {
      throw new IndexOutOfBoundsException(
          "%d bytes at byte %d of %d".formatted(length, position, size));
    }
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
    try {
      Blocks.readFully(channel, position, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.flip();
  }

  @Override
  public long getUserBlockSize() {
    return superblock.getBaseAddressByte();
  }

  @Override
  public Superblock getSuperblock() {
    return superblock;
  }

  @Override
  public FileChannel getFileChannel() {
    return channel;
  }

  @Override
  public int getSizeOfOffsets() {
    return superblock.getSizeOfOffsets();
  }

  @Override
  public int getSizeOfLengths() {
    return superblock.getSizeOfLengths();
  }

  @Override
  public void close() {
    DataFiles.closeQuietly(channel);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public boolean inMemory() {
    return false;
  }
}
