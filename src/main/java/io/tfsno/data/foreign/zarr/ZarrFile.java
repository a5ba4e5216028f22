package io.tfsno.data.foreign.zarr;

import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.hdf5.ChunkedSlab;
import io.tfsno.data.hdf5.Slab;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A Zarr hierarchy: groups in groups, arrays in them. */
public final class ZarrFile implements ForeignFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DEEPEST = 16;

  private final Path file;
  private final Store store;
  private final List<ForeignArray> arrays = new ArrayList<>();
  private Map<String, Object> attributes = Map.of();
  private int version;

  private ZarrFile(Path file, Store store) throws IOException {
    this.file = file;
    this.store = store;
    collect("", 0);
    if (version == 0) {
      throw DataFiles.error(
          file,
          "a Zarr array or group",
          "neither '.zgroup', '.zarray' nor 'zarr.json' at its top",
          "Name the folder or zip archive that was saved.");
    }
  }

  public static ZarrFile open(Path file) {
    try {
      Store store = Store.open(file);
      try {
        return new ZarrFile(file, store);
      } catch (IOException | RuntimeException e) {
        store.close();
        throw e;
      }
    } catch (IOException e) {
      throw DataFiles.error(
          file, "a whole Zarr hierarchy", DataFiles.reason(e), "Copy or make it again.");
    } catch (JacksonException e) {
      throw DataFiles.error(
          file, "metadata as JSON", e.getOriginalMessage(), "Copy or make it again.");
    }
  }

  private void collect(String path, int depth) throws IOException {
    String prefix = path.isEmpty() ? "" : path + "/";
    JsonNode third = json(prefix + "zarr.json");
    JsonNode second = json(prefix + ".zarray");
    boolean group = json(prefix + ".zgroup") != null;
    if (third == null && second == null && !group) {
      return;
    }
    version = third != null ? 3 : 2;
    JsonNode own = third != null ? third.path("attributes") : json(prefix + ".zattrs");
    Map<String, Object> said = attributes(own);
    if (third != null && third.path("node_type").asString("").equals("array")) {
      arrays.add(array(prefix, ArrayMetadata.version3(third, said)));
    } else if (second != null) {
      arrays.add(array(prefix, ArrayMetadata.version2(second, masked(second, said))));
    } else if (depth < DEEPEST) {
      attributes = path.isEmpty() ? said : attributes;
      for (String child : store.children(path)) {
        collect(prefix + child, depth + 1);
      }
    }
  }

  /** What xarray keeps as the array's fill value is a missing number. */
  private static Map<String, Object> masked(JsonNode array, Map<String, Object> said) {
    JsonNode fill = array.path("fill_value");
    if (said.containsKey("_ARRAY_DIMENSIONS") && fill.isNumber() && fill.asDouble() != 0) {
      said.putIfAbsent("_FillValue", fill.asDouble());
    }
    return said;
  }

  private ForeignArray array(String prefix, ArrayMetadata what) {
    int rank = what.shape().length;
    boolean sound = what.chunk().length == rank && Arrays.stream(what.chunk()).allMatch(n -> n > 0);
    boolean named = what.dimensions().size() == rank && !what.dimensions().contains("");
    String name = prefix.isEmpty() ? "array" : prefix.substring(0, prefix.length() - 1);
    ElementType type = sound ? what.type() : null;
    return new ForeignArray(
        name,
        named ? what.dimensions() : List.of(),
        what.shape(),
        type,
        type == null ? what.typeName() : type.text(),
        what.attributes(),
        what.chunk(),
        false,
        () -> slab(name, prefix, what));
  }

  private Slab slab(String name, String prefix, ArrayMetadata what) {
    if (what.unknown() != null) {
      throw DataFiles.error(
          file,
          "'%s' compressed with %s, or not at all"
              .formatted(
                  name, String.join(", ", Codec.BY_NAME.keySet().stream().sorted().toList())),
          "codec '" + what.unknown() + "'",
          "Save it with one of these.");
    }
    return new ChunkedSlab(
        what.shape(),
        what.chunk(),
        what.type(),
        what.order(),
        what.fill(),
        new Chunks(file, store, prefix, what));
  }

  private JsonNode json(String key) throws IOException {
    byte[] bytes = store.get(key);
    return bytes == null ? null : JSON.readTree(bytes);
  }

  private static Map<String, Object> attributes(JsonNode node) {
    Map<String, Object> all = new TreeMap<>();
    if (node != null && node.isObject()) {
      node.properties().forEach(e -> all.put(e.getKey(), plain(e.getValue())));
      all.values().removeIf(value -> value == null);
    }
    return all;
  }

  private static Object plain(JsonNode node) {
    if (node.isArray()) {
      return node.valueStream().map(ZarrFile::plain).filter(v -> v != null).toList();
    }
    return node.isIntegralNumber()
        ? (Object) node.asLong()
        : node.isNumber() ? (Object) node.asDouble() : node.isString() ? node.stringValue() : null;
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public String format() {
    return "Zarr " + version;
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
    store.close();
  }
}
