package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.engine.group.RankSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/** One of the processes that {@code launch} starts: this program once more, as a rank. */
final class LaunchedRank {
  private static final String LAUNCHER = "TFSNO_LAUNCHER";
  private static final String GPUS = "CUDA_VISIBLE_DEVICES";
  private static final int SIGNALLED = 128;

  /** Gloo prints on standard output how it is connected, where results belong. */
  private static final String CHATTER = "[Gloo] ";

  private final int rank;
  private final Process process;
  private final List<Thread> pumps = new ArrayList<>();

  private LaunchedRank(int rank, Process process) {
    this.rank = rank;
    this.process = process;
  }

  /** Starts a command as the rank that the settings name. */
  static LaunchedRank start(RankSettings settings, List<String> command) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-Dtfsno.terminal")) { // its output goes to us, not to a terminal
        words.add(flag);
      }
    }
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(Main.class.getName());
    words.addAll(PluginFolders.passedOn());
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(settings.environment());
    String visible = builder.environment().get(GPUS);
    builder.environment().put(GPUS, gpu(settings.localRank(), visible));
    builder.environment().put(LAUNCHER, Long.toString(ProcessHandle.current().pid()));
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    try {
      LaunchedRank rank = new LaunchedRank(settings.rank(), builder.start());
      // Results are for programs to read, and only rank 0 has any: they pass as they are.
      rank.pump(rank.process.getInputStream(), System.out, "");
      rank.pump(rank.process.getErrorStream(), System.err, "[%d] ".formatted(settings.rank()));
      return rank;
    } catch (IOException e) {
      throw new UserError(
          "rank %d cannot be started: %s. Lower --ranks, or free memory."
              .formatted(settings.rank(), e.getMessage()),
          e);
    }
  }

  /** One GPU for each rank: the one of its number among those that may be used. */
  static String gpu(int localRank, String visible) {
    if (visible == null) {
      return Integer.toString(localRank);
    }
    String[] all = visible.split(",", -1);
    return all[localRank % all.length];
  }

  private void pump(InputStream from, PrintStream to, String prefix) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  if (!line.startsWith(CHATTER)) {
                    to.println(prefix + line);
                    to.flush();
                  }
                }
              } catch (IOException | UncheckedIOException e) {
                // The process is gone, and its output with it.
              }
            },
            "output of rank " + rank);
    thread.setDaemon(true);
    thread.start();
    pumps.add(thread);
  }

  int rank() {
    return rank;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it ended with a failure. */
  boolean failed() {
    return !process.isAlive() && process.exitValue() != 0;
  }

  int exitCode() {
    return process.exitValue();
  }

  /** How it ended, in words. */
  String ending() {
    int code = process.exitValue();
    return code > SIGNALLED
        ? "rank %d was ended by signal %d".formatted(rank, code - SIGNALLED)
        : "rank %d ended with exit code %d".formatted(rank, code);
  }

  /** Asks it to stop at a safe point. By its handle: the process itself would close its output. */
  void stop() {
    process.toHandle().destroy();
  }

  void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Waits until everything that an ended process wrote was shown. */
  void drain() {
    for (Thread pump : pumps) {
      try {
        pump.join(1000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * In a rank: lets it end when the process that launched it is killed, also if that was before it
   * could look. The launcher is its parent, so a later process of the same number is not taken for
   * it.
   */
  static void endWithTheLauncher() {
    String launcher = System.getenv(LAUNCHER);
    if (launcher == null || !launcher.matches("\\d{1,18}")) {
      return;
    }
    ProcessHandle parent =
        ProcessHandle.current()
            .parent()
            .filter(process -> process.pid() == Long.parseLong(launcher))
            .orElseThrow(() -> new CancellationException("its launcher is gone; nothing was done"));
    endWith(parent);
  }

  private static void endWith(ProcessHandle launcher) {
    Thread thread =
        new Thread(
            () -> {
              launcher.onExit().join();
              System.exit(Main.INTERRUPTED);
            },
            "launcher");
    thread.setDaemon(true);
    thread.start();
  }
}
