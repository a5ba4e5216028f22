package io.tfsno.data.foreign.zarr;

import io.tfsno.data.file.ElementType;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * What Zarr says of an array, in either version.
 *
 * @param type null if the elements are no numbers that we read
 * @param codecs to undo, in this order; null stands for one that we do not know
 * @param unknown the first of those that we do not know, or null
 * @param stored the order of axes in which a chunk is stored; axis {@code stored[0]} is the slowest
 * @param separator between the indices in a chunk's key
 * @param prefix what a chunk's key begins with
 */
record ArrayMetadata(
    long[] shape,
    long[] chunk,
    ElementType type,
    String typeName,
    ByteOrder order,
    double fill,
    List<Codec> codecs,
    String unknown,
    int[] stored,
    String separator,
    String prefix,
    List<String> dimensions,
    Map<String, Object> attributes) {

  /** Version 2: {@code .zarray}, and {@code .zattrs} if there is one. */
  static ArrayMetadata version2(JsonNode array, Map<String, Object> attributes) throws IOException {
    long[] shape = longs(array.path("shape"));
    List<Codec> codecs = new ArrayList<>();
    String unknown = null;
    JsonNode compressor = array.path("compressor");
    if (compressor.isObject()) {
      String id = compressor.path("id").asString("");
      codecs.add(Codec.BY_NAME.get(id));
      unknown = Codec.BY_NAME.containsKey(id) ? null : id;
    }
    JsonNode filter = array.path("filters").path(0);
    if (filter.isObject() && unknown == null) {
      unknown = filter.path("id").asString(""); // none is known
    }
    int[] axes = IntStream.range(0, shape.length).toArray();
    boolean fortran = array.path("order").asString("C").equals("F");
    String code = array.path("dtype").asString("");
    return new ArrayMetadata(
        shape,
        longs(array.path("chunks")),
        ElementType.numpy(code),
        code,
        code.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
        fill(array.path("fill_value")),
        codecs,
        unknown,
        fortran ? IntStream.range(0, shape.length).map(i -> shape.length - 1 - i).toArray() : axes,
        array.path("dimension_separator").asString("."),
        "",
        strings(attributes.get("_ARRAY_DIMENSIONS")),
        attributes);
  }

  /** Version 3: {@code zarr.json}. */
  static ArrayMetadata version3(JsonNode array, Map<String, Object> attributes) throws IOException {
    long[] shape = longs(array.path("shape"));
    List<Codec> codecs = new ArrayList<>();
    String unknown = null;
    ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    int[] stored = IntStream.range(0, shape.length).toArray();
    for (JsonNode codec : array.path("codecs")) {
      String name = codec.isString() ? codec.stringValue() : codec.path("name").asString("");
      JsonNode settings = codec.path("configuration");
      if (name.equals("bytes")) {
        boolean big = settings.path("endian").asString("little").equals("big");
        order = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      } else if (name.equals("transpose") && settings.path("order").isArray()) {
        int[] before = stored;
        stored =
            IntStream.range(0, before.length)
                .map(i -> before[settings.path("order").path(i).asInt(i)])
                .toArray();
      } else {
        codecs.add(0, Codec.BY_NAME.get(name)); // undone last to first
        unknown = unknown == null && !Codec.BY_NAME.containsKey(name) ? name : unknown;
      }
    }
    boolean oldKeys = array.path("chunk_key_encoding").path("name").asString("").equals("v2");
    String separator =
        array
            .path("chunk_key_encoding")
            .path("configuration")
            .path("separator")
            .asString(oldKeys ? "." : "/");
    String type = array.path("data_type").asString("");
    return new ArrayMetadata(
        shape,
        longs(array.path("chunk_grid").path("configuration").path("chunk_shape")),
        type(type),
        type,
        order,
        fill(array.path("fill_value")),
        codecs,
        unknown,
        stored,
        separator,
        oldKeys ? "" : "c" + separator,
        array.path("dimension_names").valueStream().map(n -> n.asString("")).toList(),
        attributes);
  }

  private static ElementType type(String name) {
    for (ElementType type : ElementType.values()) {
      if (type.text().equals(name)) {
        return type;
      }
    }
    return name.equals("bool") ? ElementType.UINT8 : null;
  }

  private static double fill(JsonNode value) {
    return value.isNumber() ? value.asDouble() : value.isString() ? Double.NaN : 0;
  }

  private static List<String> strings(Object list) {
    return list instanceof List<?> all
        ? all.stream().map(String::valueOf).toList()
        : list instanceof String one ? List.of(one) : List.of();
  }

  private static long[] longs(JsonNode list) throws IOException {
    long[] values = list.valueStream().mapToLong(n -> n.asLong(-1)).toArray();
    for (long value : values) {
      if (value < 0) {
        throw new IOException("a shape " + list);
      }
    }
    return values;
  }
}
