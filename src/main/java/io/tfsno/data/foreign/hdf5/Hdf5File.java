package io.tfsno.data.foreign.hdf5;

import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.hdf5.Hdf5Description;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Hdf5Input;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every data set of an HDF5 file, by its path. Dimensions have names where dimension scales are
 * attached, as NetCDF-4 and {@code h5py} do: the attribute {@code DIMENSION_LIST} holds the
 * addresses of the scales.
 */
public final class Hdf5File implements ForeignFile {
  private static final String SCALES = "DIMENSION_LIST";
  private static final String UNWRITTEN = "This is a netCDF dimension but not a netCDF variable";

  /** What an unwritten number of a NetCDF file is, unless the variable says otherwise. */
  private static final double NETCDF_FILL = 9.969209968386869e36;

  private final Hdf5Input input;
  private final boolean netcdf;
  private final Map<Long, String> byAddress = new HashMap<>();
  private final List<ForeignArray> arrays = new ArrayList<>();

  private record Found(Hdf5Group group, String name, Hdf5Description description) {}

  private Hdf5File(Hdf5Input input) {
    this.input = input;
    List<Found> all = new ArrayList<>();
    collect(input.root(), all);
    boolean scaled =
        all.stream().anyMatch(f -> f.description.attributes().containsKey("_Netcdf4Dimid"));
    netcdf = scaled || input.root().attributes().containsKey("_NCProperties");
    all.forEach(f -> byAddress.put(f.description.address(), f.name));
    for (Found found : all) {
      boolean bare =
          found.description.attributes().get("NAME") instanceof String name
              && name.startsWith(UNWRITTEN);
      if (!bare) {
        arrays.add(array(found));
      }
    }
  }

  public static Hdf5File open(Path file) {
    Hdf5Input input = Hdf5Input.open(file);
    try {
      return new Hdf5File(input);
    } catch (RuntimeException e) {
      input.close();
      throw e;
    }
  }

  public Hdf5Group root() {
    return input.root();
  }

  private static void collect(Hdf5Group group, List<Found> to) {
    for (String name : group.datasetNames()) {
      to.add(new Found(group, name, group.describe(name)));
    }
    for (String name : group.groupNames()) {
      collect(group.group(name), to);
    }
  }

  private ForeignArray array(Found found) {
    Hdf5Description what = found.description;
    Map<String, Object> attributes = new TreeMap<>();
    what.attributes().forEach((key, value) -> put(attributes, key, value));
    if (netcdf && what.typeName().startsWith("float")) {
      attributes.putIfAbsent("_FillValue", NETCDF_FILL);
    }
    return new ForeignArray(
        found.group.path(found.name),
        dimensions(what),
        what.shape(),
        what.type(),
        what.typeName(),
        attributes,
        what.chunk(),
        false,
        () -> found.group.dataset(found.name));
  }

  private static void put(Map<String, Object> attributes, String key, Object value) {
    if (value != null) {
      attributes.put(key, value);
    }
  }

  private List<String> dimensions(Hdf5Description what) {
    int rank = what.shape().length;
    List<String> names = new ArrayList<>();
    if (what.attributes().get(SCALES) instanceof List<?> scales) {
      scales.forEach(scale -> names.add(name(scale)));
    } else if (what.attributes().get(SCALES) != null) {
      names.add(name(what.attributes().get(SCALES)));
    } else if (rank == 1 && "DIMENSION_SCALE".equals(what.attributes().get("CLASS"))) {
      names.add(name(what.address()));
    }
    return names.size() == rank && !names.contains("") ? names : List.of();
  }

  private String name(Object address) {
    Object one = address instanceof List<?> list && !list.isEmpty() ? list.get(0) : address;
    return one instanceof Number n ? byAddress.getOrDefault(n.longValue(), "") : "";
  }

  @Override
  public Path file() {
    return input.file();
  }

  @Override
  public String format() {
    return netcdf ? "NetCDF-4" : "HDF5";
  }

  @Override
  public List<ForeignArray> arrays() {
    return List.copyOf(arrays);
  }

  @Override
  public Map<String, Object> attributes() {
    return new TreeMap<>(input.root().attributes());
  }

  @Override
  public void close() {
    input.close();
  }
}
