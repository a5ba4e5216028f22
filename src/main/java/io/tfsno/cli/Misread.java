package io.tfsno.cli;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Corrects common misreadings by the command-line parser. */
final class Misread {
  private Misread() {}

  /** {@code help train} is {@code train --help}; {@code help} alone is the list of commands. */
  static String[] help(String... args) {
    if (args.length == 0 || !args[0].equals("help")) {
      return args;
    }
    Stream<String> command = Arrays.stream(args).skip(1);
    return args.length > 1 && Commands.NAMES.contains(args[1])
        ? Stream.concat(command, Stream.of("--help")).toArray(String[]::new)
        : command.toArray(String[]::new); // an unknown one gets advice
  }

  /**
   * The parser's message, but for an unknown option in front of a file: it takes both for options.
   */
  static String message(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> options =
          unmatched.getUnmatched().stream().filter(a -> a.startsWith("-")).toList();
      if (!options.isEmpty()) {
        return options.stream()
            .map("'%s'"::formatted)
            .collect(
                Collectors.joining(
                    ", ", options.size() == 1 ? "unknown option " : "unknown options ", ""));
      }
    }
    return e.getMessage();
  }
}
