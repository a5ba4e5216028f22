package io.tfsno.data.generate;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.ProgressListener;
import io.tfsno.engine.Device;
import java.nio.file.Path;
import java.util.Map;

/** Makes data from specifications, for tests. */
final class Specs {
  static final String BURGERS =
      """
      equation: burgers1d
      parameters: {nu: {logUniform: [0.01, 0.04]}}
      resolution: 32
      snapshots: {interval: 0.02, count: 3}
      initial: {band: {modes: 4, rms: {uniform: [0.3, 0.6]}}}
      sets:
        train: {count: 7}
        test: {count: 3}
      """;

  private Specs() {}

  static SetSpec spec(String yaml) {
    return ConfigReader.parse("spec.yaml", yaml, SetSpec.class);
  }

  static SpecRequest request(String yaml, Shard shard) {
    return request(spec(yaml), shard, Path.of(""));
  }

  static SpecRequest request(SetSpec spec, Shard shard, Path folder) {
    return new SpecRequest(spec, null, folder, Map.of(), null, null, 0, shard);
  }

  static void generate(GenerationRequest request, Path out) {
    new SetGenerator(request, Device.CPU, 1)
        .generate(out, true, new Cancellation(), ProgressListener.NONE);
  }
}
