package io.tfsno.data.foreign.netcdf;

import io.tfsno.base.UserError;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.hdf5.ContiguousSlab;
import io.tfsno.data.hdf5.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A NetCDF file of the classic format. One dimension may be the record dimension: variables with it
 * as their first are stored record by record, all variables of a record together.
 */
public final class ClassicFile implements ForeignFile {
  private static final long STREAMING = 0xFFFFFFFFL;
  private static final double FILL = 9.969209968386869e36;

  private final Path file;
  private final FileChannel channel;
  private final int version;
  private final Map<String, Object> attributes;
  private final List<ForeignArray> arrays = new ArrayList<>();

  private record Dimension(String name, long length) {}

  private record Variable(
      String name, int[] dimensions, Map<String, Object> attributes, int type, long begin) {}

  private ClassicFile(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    this.version = version();
    HeaderBytes header = new HeaderBytes(channel, version);
    long records = header.count();
    List<Dimension> dimensions = new ArrayList<>();
    int count = header.entries(10);
    for (int i = 0; i < count; i++) {
      dimensions.add(new Dimension(header.name(), header.count()));
    }
    attributes = header.attributes();
    List<Variable> variables = new ArrayList<>();
    count = header.entries(11);
    for (int i = 0; i < count; i++) {
      variables.add(variable(header, dimensions.size()));
    }
    place(dimensions, variables, records);
  }

  public static ClassicFile open(Path file) {
    FileChannel channel = DataFiles.openForReading(file, "a NetCDF file");
    try {
      return new ClassicFile(file, channel);
    } catch (IOException | ArithmeticException e) {
      DataFiles.closeQuietly(channel);
      throw DataFiles.error(
          file,
          "a whole NetCDF file",
          e instanceof IOException io ? DataFiles.reason(io) : "impossible sizes",
          "Copy or make it again.");
    } catch (UserError e) {
      DataFiles.closeQuietly(channel);
      throw e;
    }
  }

  private int version() throws IOException {
    ByteBuffer start = ByteBuffer.allocate(4);
    Blocks.readFully(channel, 0, start);
    int found = start.get(3);
    if (found != 1 && found != 2 && found != 5) {
      throw DataFiles.error(
          file,
          "NetCDF of the kinds CDF-1, CDF-2, CDF-5 or NetCDF-4",
          "CDF-" + found,
          "Convert it, e.g. with nccopy -k nc4.");
    }
    return found;
  }

  private static Variable variable(HeaderBytes header, int dimensions) throws IOException {
    String name = header.name();
    int[] of = new int[(int) Math.min(header.count(), 1024)];
    for (int i = 0; i < of.length; i++) {
      of[i] = (int) header.count();
      if (of[i] < 0 || of[i] >= dimensions) {
        throw new IOException("'%s' with dimension number %d".formatted(name, of[i]));
      }
    }
    Map<String, Object> attributes = header.attributes();
    int type = header.int4();
    header.count(); // its size, which follows from the rest and may be too small for it
    return new Variable(name, of, attributes, type, header.offset());
  }

  private void place(List<Dimension> dimensions, List<Variable> variables, long records)
      throws IOException {
    long recordBytes = 0;
    int recordVariables = 0;
    long onlyBytes = 0;
    for (Variable v : variables) {
      if (isRecord(v, dimensions)) {
        onlyBytes = bytesPerRecord(v, dimensions);
        recordBytes = Math.addExact(recordBytes, (onlyBytes + 3) / 4 * 4);
        recordVariables++;
      }
    }
    long stride = recordVariables == 1 ? onlyBytes : recordBytes; // one alone is not padded
    long begin =
        variables.stream()
            .filter(v -> isRecord(v, dimensions))
            .mapToLong(Variable::begin)
            .min()
            .orElse(0);
    boolean streamed = records == STREAMING || records == -1;
    long counted = streamed && stride > 0 ? (channel.size() - begin) / stride : records;
    for (Variable v : variables) {
      arrays.add(array(v, dimensions, counted, stride));
    }
  }

  private ForeignArray array(Variable v, List<Dimension> dimensions, long records, long stride)
      throws IOException {
    long[] shape = new long[v.dimensions.length];
    List<String> names = new ArrayList<>();
    for (int i = 0; i < shape.length; i++) {
      Dimension d = dimensions.get(v.dimensions[i]);
      names.add(d.name);
      shape[i] = d.length == 0 && i == 0 ? records : d.length;
    }
    ElementType type = HeaderBytes.type(v.type);
    if (type == null) {
      return new ForeignArray(
          v.name, names, shape, null, "text", v.attributes, ForeignArray.ones(shape), false, null);
    }
    if (type == ElementType.FLOAT32 || type == ElementType.FLOAT64) {
      v.attributes.putIfAbsent("_FillValue", FILL);
    }
    boolean record = isRecord(v, dimensions);
    long bytes = Math.multiplyExact(Shapes.size(shape), (long) type.bytes());
    long last =
        record && records > 0
            ? Math.addExact(Math.multiplyExact(stride, records - 1), bytesPerRecord(v, dimensions))
            : bytes;
    if (v.begin < 0 || Math.addExact(v.begin, last) > channel.size()) {
      throw new IOException(
          "'%s', which ends at byte %d of %d".formatted(v.name, v.begin + last, channel.size()));
    }
    Slab slab =
        record
            ? new RecordSlab(file, channel, v.begin, stride, shape, type)
            : new ContiguousSlab(file, channel, v.begin, shape, type, ByteOrder.BIG_ENDIAN);
    return ForeignArray.plain(v.name, names, shape, type, v.attributes, () -> slab);
  }

  private static boolean isRecord(Variable v, List<Dimension> dimensions) {
    return v.dimensions.length > 0 && dimensions.get(v.dimensions[0]).length == 0;
  }

  private static long bytesPerRecord(Variable v, List<Dimension> dimensions) {
    ElementType type = HeaderBytes.type(v.type);
    long size = type == null ? 1 : type.bytes();
    for (int i = 1; i < v.dimensions.length; i++) {
      size = Math.multiplyExact(size, dimensions.get(v.dimensions[i]).length);
    }
    return size;
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public String format() {
    return "NetCDF classic (CDF-%d)".formatted(version);
  }

  @Override
  public List<ForeignArray> arrays() {
    return List.copyOf(arrays);
  }

  @Override
  public Map<String, Object> attributes() {
    return attributes;
  }

  @Override
  public void close() {
    DataFiles.closeQuietly(channel);
  }
}
