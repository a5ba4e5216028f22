package io.tfsno.engine.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parameter of a kernel, as its source declares it or as a launch names it. */
record KernelParameter(Type type, String name) {
  /** What a parameter holds. */
  enum Type {
    POINTER,
    INT,
    SIZE_T,
    FLOAT
  }

  private static final Pattern ONE = Pattern.compile("(?:const )?(\\w+) (\\*?)(\\w+)");

  /** Those of a kernel, as a source declares it behind the word KERNEL. */
  static List<KernelParameter> of(String source, String kernel) {
    Matcher declaration =
        Pattern.compile(
                "KERNEL void\\s+(?:__launch_bounds__\\([^)]*\\)\\s+)?" + kernel + "\\(([^)]*)\\)")
            .matcher(source);
    if (!declaration.find()) {
      throw new IllegalArgumentException("the source declares no kernel '" + kernel + "'");
    }
    List<KernelParameter> parameters = new ArrayList<>();
    for (String text : declaration.group(1).split(",", -1)) {
      parameters.add(parsed(text.strip().replaceAll("\\s+", " ")));
    }
    return List.copyOf(parameters);
  }

  private static KernelParameter parsed(String text) {
    Matcher one = ONE.matcher(text);
    if (!one.matches()) {
      throw new IllegalArgumentException("cannot read the parameter '" + text + "'");
    }
    Type type = one.group(2).isEmpty() ? ofNumber(one.group(1)) : Type.POINTER;
    // Launches name parameters by literals: the same object makes them quick to compare.
    return new KernelParameter(type, one.group(3).intern());
  }

  private static Type ofNumber(String type) {
    return switch (type) {
      case "int" -> Type.INT;
      case "size_t" -> Type.SIZE_T;
      case "float" -> Type.FLOAT;
      default -> throw new IllegalArgumentException("a kernel takes no number of type " + type);
    };
  }

  @Override
  public String toString() {
    return type + " " + name;
  }
}
