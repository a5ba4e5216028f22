package io.tfsno.serve;

import io.tfsno.Conditioned;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.run.range.Band;
import io.tfsno.run.range.FieldRange;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.spectral.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A folder of small untrained models with conditions: tiny-all (every kind, of unknown data),
 * tiny-gated (the same with gates), tiny-nu (E1 with a viscosity), tiny-seen (the same, trained on
 * 0.05 to 0.2), tiny-past (E1 with a viscosity and three states), tiny-odd (E1 with a parameter
 * that its equation does not have), tiny-memory (E1 with gates that remember the first three
 * states), tiny-hidden (the same, trained on viscosities of 0.05 to 0.2 that it is not told, with
 * two snapshots left out), tiny-elapsed (told the time since the first snapshot).
 */
final class ConditionedModels {
  static final Inputs NU = Inputs.ofParameters("nu");
  static final Inputs PAST = new Inputs(3, List.of(), List.of(new Channel("nu", "m2/s")), null);
  static final Inputs MEMORY = Inputs.ofContext(ContextSpec.defaults().withStates(3));
  private static Path folder;

  private ConditionedModels() {}

  static synchronized Path folder() throws IOException {
    if (folder == null) {
      Path made = Files.createTempDirectory(Path.of("target"), "conditioned").toAbsolutePath();
      Benchmark e1 = Benchmark.named("E1");
      String burgers = e1.equation().type().name();
      Conditioned.model(made, "tiny-all", Conditioned.ALL);
      Conditioned.model(made, "tiny-gated", "tfsno", Conditioned.ALL, "made-up", Conditioned.DT);
      Conditioned.model(made, "tiny-nu", "fno", NU, burgers, e1.interval());
      FieldRange any = new FieldRange(new Band(-9, 9), new Band(0, 9), List.of());
      TrainingRange seen =
          new TrainingRange(List.of(any)).with(List.of(new Band(0.05, 0.2)), List.of());
      Conditioned.model(made, "tiny-seen", "fno", NU, burgers, e1.interval(), seen);
      Conditioned.model(made, "tiny-past", "fno", PAST, burgers, e1.interval());
      Conditioned.model(made, "tiny-odd", "fno", Inputs.ofParameters("A"), burgers, e1.interval());
      Conditioned.model(made, "tiny-memory", "tfsno", MEMORY, burgers, e1.interval());
      TrainingRange blind =
          new TrainingRange(List.of(any))
              .hiding(Map.of("nu", new Band(0.05, 0.2)), 2 * e1.interval());
      Conditioned.model(made, "tiny-hidden", "tfsno", MEMORY, burgers, e1.interval(), blind);
      Inputs elapsed = new Inputs(1, List.of(), List.of(), new TimeSpec(1, 1, true, true));
      Conditioned.model(made, "tiny-elapsed", elapsed);
      folder = made;
    }
    return folder;
  }
}
