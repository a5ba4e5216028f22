package io.tfsno.data.hdf5;

import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Link;
import io.jhdf.api.Node;
import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Shapes;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A group of an open file. Its errors name the file and the member. */
public final class Hdf5Group {
  private static final int LISTED = 12;

  private final Hdf5Input input;
  private final Group group;
  private final String prefix;

  /**
   * @param prefix the path of the group with a slash after it; empty for the root
   */
  Hdf5Group(Hdf5Input input, Group group, String prefix) {
    this.input = input;
    this.group = group;
    this.prefix = prefix;
  }

  public boolean hasDataset(String name) {
    return member(name) instanceof Dataset;
  }

  boolean hasGroup(String name) {
    return member(name) instanceof Group;
  }

  /**
   * The numbers of a data set, compared with their checksums if it has any; an error if there is
   * none of this name.
   */
  public Slab dataset(String name) {
    if (member(name) instanceof Dataset) {
      Slab slab = slab(name);
      boolean summed = !Checksums.isTable(name) && hasDataset(Checksums.table(name));
      return summed
              && slab instanceof ContiguousSlab numbers
              && slab(Checksums.table(name)) instanceof ContiguousSlab table
          ? numbers.checked(prefix + name, table)
          : slab; // chunks are the work of another program, which may have its own checksums
    }
    throw error("a data set '" + prefix + name + "'", contents(), "Check the file's layout.");
  }

  private Slab slab(String name) {
    Dataset dataset = (Dataset) member(name);
    return input.slab(prefix + name, input.guarded(() -> new Hdf5Dataset(dataset)));
  }

  public Hdf5Group group(String name) {
    if (member(name) instanceof Group inner) {
      return new Hdf5Group(input, inner, prefix + name + "/");
    }
    throw error("a group '" + prefix + name + "'", contents(), "Check the file's layout.");
  }

  /** The names of the inner groups, sorted as text. */
  public List<String> groupNames() {
    return names().stream().filter(this::hasGroup).toList();
  }

  /** The names of the data sets, sorted as text. */
  public List<String> datasetNames() {
    return names().stream().filter(this::hasDataset).toList();
  }

  /** Numbers as Double or Long, texts as String; anything else an attribute can be is left out. */
  public Map<String, Object> attributes() {
    return input.guarded(
        () -> {
          Map<String, Object> values = new TreeMap<>();
          for (Attribute attribute : group.getAttributes().values()) {
            boolean inside = attribute.getSizeInBytes() <= input.size();
            Object value = inside ? plain(attribute.getData()) : null;
            if (value != null) {
              values.put(attribute.getName(), value);
            }
          }
          return values;
        });
  }

  /**
   * All attributes of the group: Double, Long, String, or a list of them; null for anything else.
   */
  public Map<String, Object> allAttributes() {
    return attributes(group);
  }

  /** What a data set is, without its numbers. */
  public Hdf5Description describe(String name) {
    if (member(name) instanceof Dataset dataset) {
      return input.guarded(() -> Hdf5Description.of(dataset, attributes(dataset)));
    }
    throw error("a data set '" + prefix + name + "'", contents(), "Check the file's layout.");
  }

  /** All numbers of a small data set, also of one without axes. */
  public double[] numbers(String name) {
    if (member(name) instanceof Dataset dataset && dataset.isScalar()) {
      Object value = input.guarded(() -> dataset.getData());
      return value instanceof Number n ? new double[] {n.doubleValue()} : new double[0];
    }
    return dataset(name).readAll();
  }

  private Map<String, Object> attributes(Node node) {
    return input.guarded(
        () -> {
          Map<String, Object> values = new TreeMap<>();
          for (Attribute attribute : node.getAttributes().values()) {
            boolean inside = attribute.getSizeInBytes() <= input.size();
            values.put(attribute.getName(), inside ? listed(attribute.getData()) : null);
          }
          return values;
        });
  }

  private static Object listed(Object value) {
    if (value == null || !value.getClass().isArray() || Array.getLength(value) == 1) {
      return plain(value);
    }
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < Array.getLength(value); i++) {
      Object one = listed(Array.get(value, i));
      if (one != null) {
        all.add(one);
      }
    }
    return List.copyOf(all);
  }

  /** What is inside, for messages: the names, with the shapes of data sets. */
  public String contents() {
    List<String> names = names();
    List<String> described = new ArrayList<>();
    for (String name : names.subList(0, Math.min(LISTED, names.size()))) {
      described.add(
          member(name) instanceof Dataset dataset
              ? name + " " + input.guarded(() -> Shapes.text(dataset.getDimensionsAsLong()))
              : name + "/");
    }
    if (names.size() > LISTED) {
      described.add((names.size() - LISTED) + " more");
    }
    return described.isEmpty() ? "nothing inside" : String.join(", ", described);
  }

  public String path(String name) {
    return prefix + name;
  }

  public UserError error(String expected, String found, String next) {
    return DataFiles.error(input.file(), expected, found, next);
  }

  private List<String> names() {
    return input.guarded(() -> group.getChildren().keySet().stream().sorted().toList());
  }

  private Node member(String name) {
    return input.guarded(
        () -> {
          Node node = group.getChild(name);
          return node instanceof Link link ? link.getTarget() : node;
        });
  }

  private static Object plain(Object value) {
    if (value instanceof Float || value instanceof Double) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value != null && value.getClass().isArray() && Array.getLength(value) == 1) {
      return plain(Array.get(value, 0));
    }
    return value instanceof String ? value : null;
  }
}
