package io.tfsno.base;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads YAML into nested records. Keys are the names of the record's components; an unknown key is
 * an error that names the nearest known one, and so is a value of the wrong type. A component that
 * is absent takes its value from the record's {@code static defaults()} method where there is one,
 * is null if its type is an object, and is an error otherwise.
 */
public final class ConfigReader {
  private static final int MAX_BYTES = 1 << 20;

  private final String source;

  private ConfigReader(String source) {
    this.source = source;
  }

  public static <T extends Record> T read(Path file, Class<T> type) {
    String text;
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new UserError(
            file
                + ": expected a configuration of at most 1 MiB, found "
                + Files.size(file)
                + " bytes. Is it the right file?");
      }
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new UserError(file + ": no such file. Check the path.", e);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read as text (" + e.getMessage() + ").", e);
    }
    return parse(file.toString(), text, type);
  }

  /** Reads a text; {@code source} names it in messages. */
  public static <T extends Record> T parse(String source, String text, Class<T> type) {
    ConfigReader reader = new ConfigReader(source);
    JsonNode node;
    try {
      node = new YAMLMapper().readTree(text);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new UserError(
          "%s: not valid YAML near line %d: %s"
              .formatted(source, line, e.getOriginalMessage().lines().findFirst().orElse("")),
          e);
    }
    return type.cast(reader.record(node, type, ""));
  }

  private Object record(JsonNode node, Class<?> type, String path) {
    if (node == null || !node.isObject()) {
      throw wrong(path, "a group of keys", node);
    }
    RecordComponent[] components = type.getRecordComponents();
    List<String> known = Arrays.stream(components).map(RecordComponent::getName).toList();
    for (String key : node.propertyNames()) {
      if (!known.contains(key)) {
        UserError unknown = Names.unknown("key", join(path, key), prefixed(path, known));
        throw new UserError(source + ": " + unknown.getMessage());
      }
    }
    Object defaults = defaults(type);
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      RecordComponent c = components[i];
      types[i] = c.getType();
      JsonNode value = node.get(c.getName());
      boolean absent = value == null || value.isNull();
      if (!absent) {
        values[i] = value(value, c.getGenericType(), join(path, c.getName()));
      } else if (defaults != null) {
        values[i] = call(c.getAccessor(), defaults);
      } else if (c.getType().isPrimitive()) {
        throw new UserError(
            "%s: the key '%s' is missing. Add it; the keys here are %s."
                .formatted(source, join(path, c.getName()), String.join(", ", known)));
      }
    }
    return construct(type, types, values);
  }

  private Object value(JsonNode node, Type type, String path) {
    if (type instanceof ParameterizedType p) {
      Type last = p.getActualTypeArguments()[p.getActualTypeArguments().length - 1];
      return p.getRawType() == Map.class ? map(node, last, path) : list(node, last, path);
    }
    Class<?> c = (Class<?>) type;
    if (c.isRecord()) {
      return record(node, c, path);
    }
    if (c.isEnum()) {
      return constant(node, c, path);
    }
    return scalar(node, c, path);
  }

  /** A single value stands for a list of one. */
  private List<Object> list(JsonNode node, Type element, String path) {
    List<Object> values = new ArrayList<>();
    if (!node.isArray()) {
      values.add(value(node, element, path));
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      values.add(value(node.get(i), element, path + "[" + i + "]"));
    }
    return values;
  }

  private Map<String, Object> map(JsonNode node, Type element, String path) {
    if (!node.isObject()) {
      throw wrong(path, "a group of keys", node);
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (String key : node.propertyNames()) {
      values.put(key, value(node.get(key), element, join(path, key)));
    }
    return values;
  }

  private Object constant(JsonNode node, Class<?> type, String path) {
    List<String> names =
        Arrays.stream(type.getEnumConstants())
            .map(c -> ((Enum<?>) c).name().toLowerCase(Locale.ROOT))
            .toList();
    String given = node.isValueNode() ? node.asString() : "";
    int index = names.indexOf(given.toLowerCase(Locale.ROOT));
    if (index < 0) {
      throw wrong(path, "one of " + String.join(", ", names), node);
    }
    return type.getEnumConstants()[index];
  }

  private Object scalar(JsonNode node, Class<?> type, String path) {
    if (type == String.class && node.isValueNode()) {
      return node.asString();
    }
    if (type == boolean.class || type == Boolean.class) {
      if (!node.isBoolean()) {
        throw wrong(path, "true or false", node);
      }
      return node.booleanValue();
    }
    if ((type == long.class || type == Long.class) && node.canConvertToExactIntegral()) {
      return node.longValue(); // a seed may need all 64 bits
    }
    boolean real = type == double.class || type == Double.class;
    Double number = number(node);
    if (number == null || type == String.class) {
      throw wrong(path, type == String.class ? "a text" : "a number", node);
    }
    if (real) {
      return number;
    }
    if (number != Math.rint(number) || Math.abs(number) > 1L << 53) {
      throw wrong(path, "a whole number", node);
    }
    if (type == long.class || type == Long.class) {
      return number.longValue();
    }
    if (number.intValue() != number) {
      throw wrong(path, "a whole number below 2^31", node);
    }
    return number.intValue();
  }

  /** YAML 1.1 reads 1e-3 as a text, people mean a number. */
  private static Double number(JsonNode node) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    try {
      return node.isString() ? Double.valueOf(node.asString()) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static Object defaults(Class<?> type) {
    try {
      return call(type.getDeclaredMethod("defaults"), null);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static Object call(Method method, Object target) {
    try {
      method.setAccessible(true);
      return method.invoke(target);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Object construct(Class<?> type, Class<?>[] types, Object[] values) {
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof UserError user) {
        throw new UserError(source + ": " + user.getMessage(), user);
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private UserError wrong(String path, String expected, JsonNode found) {
    String shown =
        found == null || found.isNull() || found.isMissingNode() ? "nothing" : found.toString();
    String where = path.isEmpty() ? source : source + ", key '" + path + "'";
    return new UserError(
        "%s: expected %s, found %s. Correct it and run again."
            .formatted(
                where, expected, shown.length() > 60 ? shown.substring(0, 60) + "…" : shown));
  }

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static List<String> prefixed(String path, List<String> names) {
    return names.stream().map(n -> join(path, n)).toList();
  }
}
