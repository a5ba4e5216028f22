package io.tfsno;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The words that start a class in a process of its own, on the class path of the tests. */
public final class OtherJvm {
  private OtherJvm() {}

  public static List<String> command(Class<?> main, Object... args) {
    return command(List.of(), main, args);
  }

  /**
   * @param flags of the JVM
   */
  public static List<String> command(List<String> flags, Class<?> main, Object... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return command;
  }
}
