package io.tfsno.cli;

import io.tfsno.cli.config.ConfigCommand;
import io.tfsno.cli.data.DataCommand;
import io.tfsno.cli.perf.PerfCommand;
import java.util.List;

/**
 * The commands, in the order of the help. Reading the options of all of them takes longer than most
 * starts, so where the first word names a command, only that one is read.
 */
final class Commands {
  static final List<String> NAMES =
      List.of(
          "demo",
          "doctor",
          "equations",
          "solve",
          "data",
          "models",
          "config",
          "train",
          "launch",
          "eval",
          "rollout",
          "calibrate",
          "stability",
          "bench",
          "export",
          "report",
          "serve",
          "perf",
          "bundle");

  private Commands() {}

  /** The one that is called, none for the version; else all, for help and for advice. */
  static List<Class<?>> wanted(String... args) {
    String first = args.length == 0 ? "" : args[0];
    if (first.equals("--version") && args.length == 1) {
      return List.of();
    }
    List<String> names = NAMES.contains(first) ? List.of(first) : NAMES;
    return names.stream().<Class<?>>map(Commands::named).toList();
  }

  /** A class is loaded only when its line is reached. */
  static Class<?> named(String name) {
    return switch (name) {
      case "demo" -> DemoCommand.class;
      case "doctor" -> DoctorCommand.class;
      case "equations" -> EquationsCommand.class;
      case "solve" -> SolveCommand.class;
      case "data" -> DataCommand.class;
      case "models" -> ModelsCommand.class;
      case "config" -> ConfigCommand.class;
      case "train" -> TrainCommand.class;
      case "launch" -> LaunchCommand.class;
      case "eval" -> EvalCommand.class;
      case "rollout" -> RolloutCommand.class;
      case "calibrate" -> CalibrateCommand.class;
      case "stability" -> StabilityCommand.class;
      case "bench" -> BenchCommand.class;
      case "export" -> ExportCommand.class;
      case "report" -> ReportCommand.class;
      case "serve" -> ServeCommand.class;
      case "perf" -> PerfCommand.class;
      case "bundle" -> BundleCommand.class;
      default -> throw new IllegalArgumentException("no command " + name);
    };
  }
}
