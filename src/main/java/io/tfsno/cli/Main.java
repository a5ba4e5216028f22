package io.tfsno.cli;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.StartTimes;
import io.tfsno.base.UserError;
import io.tfsno.base.plugin.Plugins;
import io.tfsno.cli.console.SafeWriter;
import io.tfsno.cli.console.Termination;
import io.tfsno.engine.NativeRuntime;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** The program {@code tfsno}. */
@Command(
    name = "tfsno",
    description = "Time-frequency gated spectral neural operators for non-stationary PDEs.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Each command has its own help: tfsno help COMMAND"})
public final class Main {
  /** The user's input is wrong. */
  public static final int WRONG_INPUT = 2;

  /** A failure of ours. */
  public static final int INTERNAL_FAILURE = 1;

  /** Stopped by the user, work saved. */
  public static final int INTERRUPTED = Termination.INTERRUPTED;

  @Option(
      names = PluginFolders.CLASSPATH,
      scope = CommandLine.ScopeType.INHERIT,
      paramLabel = "JAR[:JAR]",
      description = "plug-in jars with models and equations; plugins/*.jar are always loaded")
  private String classpath;

  private Main() {}

  public static void main(String[] args) {
    StartTimes.ended("Java started");
    Locale.setDefault(Locale.ROOT); // numbers look the same everywhere, and can be read back
    int exit = run(args);
    StartTimes.ended("done");
    System.exit(exit);
  }

  /** Runs a command on this process's own streams and returns its exit code. */
  public static int run(String... args) {
    return run(
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        args);
  }

  /** Runs a command that prints to the given writers and returns its exit code. */
  static int run(PrintWriter plainOut, PrintWriter plainErr, String... args) {
    PrintWriter out = SafeWriter.over(plainOut);
    PrintWriter err = SafeWriter.over(plainErr);
    Main program = new Main();
    CommandLine line = new CommandLine(program);
    String[] asked = Misread.help(args);
    Commands.wanted(asked).forEach(line::addSubcommand);
    line.setOut(out).setErr(err);
    line.setExecutionStrategy(program::execute);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler((e, command, parsed) -> report(e, command));
    line.setParameterExceptionHandler(
        (e, rest) -> {
          CommandLine command = e.getCommandLine();
          command.getErr().println("tfsno: " + SafeWriter.shortened(Misread.message(e)));
          CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
          command.getErr().println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
          return WRONG_INPUT;
        });
    if (asked.length == 0) {
      line.usage(line.getOut());
      return 0;
    }
    try {
      return line.execute(asked);
    } catch (OutOfMemoryError e) {
      err.println(
          "tfsno: out of memory (%s). Use a smaller set or batch, or give Java more: TFSNO_JAVA_OPTS=-Xmx8g."
              .formatted(e.getMessage()));
      err.flush();
      return INTERNAL_FAILURE;
    } catch (LinkageError e) {
      err.println("tfsno: " + Plugins.blame(e).orElseThrow(() -> e).getMessage());
      err.flush();
      return WRONG_INPUT;
    }
  }

  /** Help is given even where a plug-in is broken. */
  private int execute(CommandLine.ParseResult parsed) {
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    try {
      Plugins.use(PluginFolders.jars(classpath, System.getProperty("tfsno.home")));
    } catch (UserError e) {
      return report(e, parsed.commandSpec().commandLine());
    }
    StartTimes.ended("command line read");
    return new CommandLine.RunLast().execute(parsed);
  }

  private static int report(Exception e, CommandLine command) {
    if (e instanceof UserError) {
      command
          .getErr()
          .println("tfsno: " + SafeWriter.shortened(e.getMessage()) + launcherAdvice(e));
      return WRONG_INPUT;
    }
    if (e instanceof InvalidPathException path) {
      command
          .getErr()
          .println(
              "tfsno: expected a path, found '%s' (%s). Correct it."
                  .formatted(SafeWriter.shortened(path.getInput()), path.getReason()));
      return WRONG_INPUT;
    }
    if (e instanceof CancellationException) {
      command.getErr().println("tfsno: " + e.getMessage());
      return INTERRUPTED;
    }
    command.getErr().println("tfsno: internal failure; please report it with the output below");
    e.printStackTrace(command.getErr());
    return INTERNAL_FAILURE;
  }

  /** The launcher of a bundle has the flag that says whose libraries are loaded. */
  static String launcherAdvice(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnsatisfiedLinkError && NativeRuntime.isInstalled()) {
        return " See --torch-lib.";
      }
    }
    return "";
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "tfsno %s (Java %s)".formatted(BuildInfo.version(), System.getProperty("java.version"))
      };
    }
  }
}
