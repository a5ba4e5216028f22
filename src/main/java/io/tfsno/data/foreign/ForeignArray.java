package io.tfsno.data.foreign;

import io.tfsno.base.UserError;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Slab;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One array of a file.
 *
 * @param dimensions the names of its axes; empty if the file does not name them
 * @param shape as its writer sees it
 * @param type of the elements, null if they are no numbers that we read
 * @param typeName the same for people
 * @param attributes Double, Long, String, or a list of them
 * @param grain the shape of what is decoded together; ones where any box can be read
 * @param reversed whether the first axis runs fastest, so that the numbers have the axes reversed
 * @param opening gives the numbers, before packing is undone
 */
public record ForeignArray(
    String name,
    List<String> dimensions,
    long[] shape,
    ElementType type,
    String typeName,
    Map<String, Object> attributes,
    long[] grain,
    boolean reversed,
    Supplier<Slab> opening) {

  public ForeignArray {
    dimensions = List.copyOf(dimensions);
  }

  /** An array in C order whose boxes can be read freely. */
  public static ForeignArray plain(
      String name,
      List<String> dimensions,
      long[] shape,
      ElementType type,
      Map<String, Object> attributes,
      Supplier<Slab> opening) {
    return new ForeignArray(
        name, dimensions, shape, type, type.text(), attributes, ones(shape), false, opening);
  }

  /** Whether there are numbers to import, and at least one of them. */
  public boolean numeric() {
    return type != null && Arrays.stream(shape).allMatch(n -> n > 0);
  }

  /** This array; an error if its shape is one that nothing can be counted along. */
  public ForeignArray countable() {
    double bytes = Arrays.stream(shape).asDoubleStream().reduce(Double.BYTES, (a, b) -> a * b);
    if (bytes > Long.MAX_VALUE || Arrays.stream(shape).anyMatch(n -> n > Integer.MAX_VALUE)) {
      throw new UserError(
          "an array '%s' with at most %d entries along an axis".formatted(name, Integer.MAX_VALUE),
          "the shape " + Shapes.text(shape),
          "Check the file: it may be damaged.");
    }
    return this;
  }

  /** The numbers, unpacked; their axes are reversed if {@link #reversed}. */
  public Slab numbers() {
    if (!numeric()) {
      throw new UserError(
          "numbers in '" + name + "'",
          type == null ? "elements of type " + typeName : "an empty array " + Shapes.text(shape),
          "Choose another array.");
    }
    return Packing.of(attributes).undone(opening.get());
  }

  /** A text attribute, empty if there is none. */
  public String text(String attribute) {
    return attributes.get(attribute) instanceof String text ? text : "";
  }

  /** One for each axis. */
  public static long[] ones(long[] shape) {
    long[] ones = new long[shape.length];
    Arrays.fill(ones, 1);
    return ones;
  }
}
