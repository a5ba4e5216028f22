package io.tfsno.base;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Reads YAML into nested records. Keys are the names of the record's components; an unknown key is
 * an error that names the nearest known one, and so is a value of the wrong type. A component that
 * is absent takes its value from the record's {@code static defaults()} method where there is one,
 * is null if its type is an object, and is an error otherwise.
 */
public final class ConfigReader {
  /** Decimal only, and possessive, so that a long text is passed over once. */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d++)?");

  private final String source;

  /** The path of a group that has further keys, and those keys. */
  private final String shared;

  private final Collection<String> readElsewhere;

  private ConfigReader(String source) {
    this(source, "", List.of());
  }

  private ConfigReader(String source, String shared, Collection<String> readElsewhere) {
    this.source = source;
    this.shared = shared;
    this.readElsewhere = readElsewhere;
  }

  public static <T extends Record> T read(Path file, Class<T> type) {
    return parse(file.toString(), text(file), type);
  }

  /** Reads a text; {@code source} names it in messages. */
  public static <T extends Record> T parse(String source, String text, Class<T> type) {
    return bind(source, tree(source, text), type);
  }

  /** Binds a tree that was read before. */
  public static <T extends Record> T bind(String source, JsonNode tree, Class<T> type) {
    return type.cast(new ConfigReader(source).record(tree, type, "", null));
  }

  /** A copy of {@code defaults} with the values of a tree in place of its own. */
  public static <T extends Record> T overlay(
      String source, String path, JsonNode tree, T defaults) {
    return overlay(source, path, tree, defaults, List.of());
  }

  /**
   * The same for a group of which others read some keys before, and took them out.
   *
   * @param readElsewhere their names, for messages about unknown keys
   */
  @SuppressWarnings("unchecked")
  public static <T extends Record> T overlay(
      String source, String path, JsonNode tree, T defaults, Collection<String> readElsewhere) {
    return (T)
        new ConfigReader(source, path, readElsewhere)
            .record(tree, defaults.getClass(), path, defaults);
  }

  /** The tree of a YAML text. */
  public static JsonNode tree(String source, String text) {
    return YamlText.parse(source, text);
  }

  /** The text of a configuration file. */
  public static String text(Path file) {
    return YamlText.read(file);
  }

  private Object record(JsonNode node, Class<?> type, String path, Object given) {
    RecordComponent[] components = type.getRecordComponents();
    if (isNothingBut(JsonNode.class, components)) {
      return construct(type, new Class<?>[] {JsonNode.class}, new Object[] {node});
    }
    if (node != null && !node.isObject() && isNothingBut(List.class, components)) {
      Object list = value(node, components[0].getGenericType(), path, null);
      return construct(type, new Class<?>[] {List.class}, new Object[] {list});
    }
    if (node == null || !node.isObject()) {
      throw wrong(path, "a group of keys", node);
    }
    List<String> known = Arrays.stream(components).map(RecordComponent::getName).toList();
    for (String key : node.propertyNames()) {
      if (!known.contains(key)) {
        throw unknown(path, key, known);
      }
    }
    Object defaults = given != null ? given : defaults(type);
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      RecordComponent c = components[i];
      types[i] = c.getType();
      JsonNode value = node.get(c.getName());
      boolean absent = value == null || value.isNull();
      Object standard = defaults == null ? null : call(c.getAccessor(), defaults);
      if (!absent) {
        values[i] = value(value, c.getGenericType(), join(path, c.getName()), standard);
      } else if (defaults != null) {
        values[i] = standard;
      } else if (c.getType().isPrimitive()) {
        throw new UserError(
            "%s: the key '%s' is missing. Add it; the keys here are %s."
                .formatted(source, join(path, c.getName()), String.join(", ", known)));
      }
    }
    return construct(type, types, values);
  }

  /** A record of nothing but a list or a tree is given as that list or tree. */
  private static boolean isNothingBut(Class<?> type, RecordComponent... components) {
    return components.length == 1 && components[0].getType() == type;
  }

  private Object value(JsonNode node, Type type, String path, Object standard) {
    if (type instanceof ParameterizedType p) {
      Type last = p.getActualTypeArguments()[p.getActualTypeArguments().length - 1];
      return p.getRawType() == Map.class ? map(node, last, path) : list(node, last, path);
    }
    Class<?> c = (Class<?>) type;
    if (c == JsonNode.class) {
      return node;
    }
    if (c.isRecord()) {
      return record(node, c, path, standard);
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
      values.add(value(node, element, path, null));
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      values.add(value(node.get(i), element, path + "[" + i + "]", null));
    }
    return values;
  }

  private Map<String, Object> map(JsonNode node, Type element, String path) {
    if (!node.isObject()) {
      throw wrong(path, "a group of keys", node);
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (String key : node.propertyNames()) {
      values.put(key, value(node.get(key), element, join(path, key), null));
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
    if (type == String.class && node.isValueNode() && !node.isNull()) {
      return node.asString();
    }
    if (type == boolean.class || type == Boolean.class) {
      if (!node.isBoolean()) {
        throw wrong(path, "true or false", node);
      }
      return node.booleanValue();
    }
    if ((type == long.class || type == Long.class) && node.isIntegralNumber()) {
      if (!node.canConvertToLong()) {
        throw wrong(path, "a whole number from -2^63 to 2^63 - 1", node);
      }
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

  /** A finite number, or null. A text that reads as one, such as '1e-3', counts. */
  private static Double number(JsonNode node) {
    String text = node.isNumber() || node.isString() ? node.asString() : "";
    if (!NUMBER.matcher(text).matches()) {
      return null;
    }
    double number = Double.parseDouble(text);
    return Double.isFinite(number) ? number : null;
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

  private UserError unknown(String path, String key, List<String> components) {
    List<String> known = new ArrayList<>(components);
    if (path.equals(shared)) {
      known.addAll(readElsewhere);
    }
    // The names alone are compared: a long path in common is no sign that they are alike.
    String hint =
        Names.nearest(key, known).map(n -> ": did you mean '" + join(path, n) + "'?").orElse(".");
    String list = known.stream().map(n -> join(path, n)).collect(Collectors.joining(", "));
    return new UserError(
        "%s: unknown key '%s'%s Known: %s."
            .formatted(source, join(path, YamlText.shortened(key)), hint, list));
  }

  private UserError wrong(String path, String expected, JsonNode found) {
    String shown =
        found == null || found.isNull() || found.isMissingNode() ? "nothing" : found.toString();
    String where = path.isEmpty() ? source : source + ", key '" + path + "'";
    return new UserError(
        "%s: expected %s, found %s. Correct it and run again."
            .formatted(where, expected, YamlText.shortened(shown)));
  }

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
