package io.tfsno.cli.data;

import io.tfsno.data.importing.ConditionOption;
import io.tfsno.data.importing.ConditionOption.Kind;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What a trajectory has in addition to its states. */
final class ImportedConditionOptions {
  @Option(
      names = "--parameters",
      paramLabel = "NAME=FILE",
      description = {
        "numbers of each trajectory: nu=nu.npy [N], or nu,Re=p.npy [N, 2];",
        "nu=0.01 for all; nu alone for a variable of the imported files"
      })
  private List<String> parameters = List.of();

  @Option(
      names = "--static",
      paramLabel = "NAME=FILE",
      description = "fields that do not change: kappa=k.npy [(N,) X, Y (, C)], or a variable")
  private List<String> statics = List.of();

  @Option(
      names = "--forcing",
      paramLabel = "NAME=FILE",
      description = "fields that change with time: f=f.npy [(N,) T, X, Y (, C)], or a variable")
  private List<String> forcing = List.of();

  @Option(
      names = "--phase",
      paramLabel = "FILE",
      description = "a time for each trajectory, for laws that change with time: [N]")
  private String phase;

  List<ConditionOption> all() {
    List<ConditionOption> all = new ArrayList<>();
    parameters.forEach(text -> all.add(ConditionOption.parse(Kind.PARAMETERS, text)));
    statics.forEach(text -> all.add(ConditionOption.parse(Kind.STATIC, text)));
    forcing.forEach(text -> all.add(ConditionOption.parse(Kind.FORCING, text)));
    if (phase != null) {
      all.add(new ConditionOption(Kind.PHASE, List.of("phase"), phase));
    }
    return all;
  }
}
