package io.tfsno.cli.data;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "data",
    description = "Generate, import, inspect and compare data sets.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DataGenerateCommand.class,
      DataImportCommand.class,
      DataInspectCommand.class,
      DataCompareCommand.class
    })
public final class DataCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "expected a command after 'data': generate, import, inspect or compare");
  }
}
