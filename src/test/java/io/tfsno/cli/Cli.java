package io.tfsno.cli;

import io.tfsno.OtherJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs commands for tests. */
final class Cli {
  private Cli() {}

  record Result(int exit, String out, String err) {}

  /** In this process. */
  static Result run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    int exit = Main.run(new PrintWriter(out), new PrintWriter(err), words);
    return new Result(exit, out.toString(), err.toString());
  }

  /** In a process of its own, which a test may kill. */
  static Process start(Path log, Object... args) throws IOException {
    return start(log, List.of(), args);
  }

  /** The same, started by another command that is given first. */
  static Process start(Path log, List<String> starter, Object... args) throws IOException {
    List<String> command = new ArrayList<>(starter);
    command.addAll(command(args));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** The words that start this program anew. */
  static List<String> command(Object... args) {
    // Started often, and never for long.
    List<String> flags = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    return OtherJvm.command(flags, Main.class, args);
  }

  static Path write(Path folder, String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
