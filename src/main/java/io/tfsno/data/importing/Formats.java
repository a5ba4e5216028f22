package io.tfsno.data.importing;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.foreign.hdf5.Hdf5File;
import io.tfsno.data.foreign.netcdf.ClassicFile;
import io.tfsno.data.foreign.npy.NpyFile;
import io.tfsno.data.foreign.npy.NpzFile;
import io.tfsno.data.foreign.zarr.ZarrFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** The formats that can be imported, told by their first bytes. A new one is one more line. */
public final class Formats {
  private static final int START = 8;

  /** One format: how its files begin, and what opens them. */
  private record Format(BiPredicate<String, Path> matches, Function<Path, ForeignFile> open) {}

  private static final List<Format> ALL =
      List.of(
          new Format((start, file) -> Files.isDirectory(file), ZarrFile::open),
          new Format((start, file) -> start.startsWith("\u0093NUMPY"), NpyFile::open),
          new Format((start, file) -> start.startsWith("PK") && isZarr(file), ZarrFile::open),
          new Format((start, file) -> start.startsWith("PK"), NpzFile::open),
          new Format((start, file) -> start.startsWith("CDF"), ClassicFile::open),
          new Format((start, file) -> isHdf5(start, file), Hdf5File::open));

  private Formats() {}

  /** Opens a file of any of the formats. */
  public static ForeignFile open(Path file) {
    String start = Files.isDirectory(file) ? "" : start(file);
    return ALL.stream()
        .filter(format -> format.matches.test(start, file))
        .findFirst()
        .orElseThrow(
            () ->
                DataFiles.error(
                    file,
                    "NPY, NPZ, HDF5, NetCDF or Zarr",
                    start.isEmpty() ? "an empty file" : "other bytes at its start",
                    "Save the arrays in one of these formats, e.g. with numpy.save."))
        .open
        .apply(file);
  }

  private static String start(Path file) {
    try (FileChannel channel = DataFiles.openForReading(file, "a file with arrays")) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(START, channel.size()));
      Blocks.readFully(channel, 0, bytes);
      return new String(bytes.array(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  private static boolean isZarr(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return name.contains("zarr") || name.endsWith(".zip");
  }

  /** By its signature, or by its name where a block of the user's own stands before that. */
  private static boolean isHdf5(String start, Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return start.startsWith("\u0089HDF")
        || start.startsWith("UNSEALED")
        || name.matches(".*\\.(h5|hdf5|hdf|nc|nc4)");
  }
}
