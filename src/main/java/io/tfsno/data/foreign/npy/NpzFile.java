package io.tfsno.data.foreign.npy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.npy.NpyHeader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A .npz archive. A member is unpacked to a temporary file when its numbers are first asked for:
 * what is deflated can only be read from its start.
 */
public final class NpzFile implements ForeignFile {
  private static final String DAMAGED = "The file is cut short or damaged: copy or make it again.";

  private final Path file;
  private final ZipFile zip;
  private final List<ForeignArray> arrays = new ArrayList<>();
  private final Map<String, Unpacked> unpacked = new LinkedHashMap<>();

  private record Unpacked(Path file, FileChannel channel) {}

  private NpzFile(Path file, ZipFile zip) throws IOException {
    this.file = file;
    this.zip = zip;
    for (ZipEntry entry : zip.stream().sorted(Comparator.comparing(ZipEntry::getName)).toList()) {
      if (entry.getName().endsWith(".npy")) {
        arrays.add(array(entry));
      }
    }
  }

  public static NpzFile open(Path file) {
    DataFiles.closeQuietly(DataFiles.openForReading(file, "a NumPy .npz file"));
    try {
      ZipFile zip = new ZipFile(file.toFile());
      try {
        return new NpzFile(file, zip);
      } catch (IOException | RuntimeException e) {
        zip.close();
        throw e;
      }
    } catch (IOException e) {
      throw damaged(file, e);
    }
  }

  private static UserError damaged(Path file, IOException e) {
    return e instanceof ZipException || e instanceof EOFException
        ? DataFiles.error(file, "a whole .npz archive", DataFiles.reason(e), DAMAGED)
        : DataFiles.cannotRead(file, e);
  }

  private ForeignArray array(ZipEntry entry) throws IOException {
    NpyHeader header =
        NpyHeader.read(
            file,
            new NpyHeader.Bytes() {
              @Override
              public long size() {
                return entry.getSize();
              }

              @Override
              public void read(long position, ByteBuffer to) throws IOException {
                try (InputStream in = zip.getInputStream(entry)) {
                  in.skipNBytes(position);
                  to.put(in.readNBytes(to.remaining()));
                }
              }
            });
    String name = entry.getName().replaceFirst("\\.npy$", "");
    return NpyFile.array(name, header, () -> new LaterSlab(file, header, () -> channel(entry)));
  }

  private synchronized FileChannel channel(ZipEntry entry) {
    return unpacked.computeIfAbsent(entry.getName(), name -> unpack(entry)).channel;
  }

  private Unpacked unpack(ZipEntry entry) {
    try {
      Path temporary = Files.createTempFile("tfsno-", ".npy");
      try (InputStream in = zip.getInputStream(entry)) {
        Files.copy(in, temporary, StandardCopyOption.REPLACE_EXISTING);
        if (Files.size(temporary) != entry.getSize()) {
          throw new ZipException("'%s' is shorter than it says".formatted(entry.getName()));
        }
        return new Unpacked(temporary, DataFiles.openForReading(temporary, "an unpacked array"));
      } catch (IOException e) {
        DataFiles.deleteQuietly(temporary);
        throw e;
      }
    } catch (IOException e) {
      throw damaged(file, e);
    }
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public String format() {
    return "NPZ";
  }

  @Override
  public List<ForeignArray> arrays() {
    return List.copyOf(arrays);
  }

  @Override
  public Map<String, Object> attributes() {
    return Map.of();
  }

  @Override
  public synchronized void close() {
    for (Unpacked one : unpacked.values()) {
      DataFiles.closeQuietly(one.channel);
      DataFiles.deleteQuietly(one.file);
    }
    unpacked.clear();
    try {
      zip.close();
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }
}
