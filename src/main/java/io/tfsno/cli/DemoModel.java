package io.tfsno.cli;

import io.tfsno.base.ConfigReader;
import io.tfsno.train.TrainConfig;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The trainings of the demo, from the model that knows least about the viscosity to the one that is
 * told it. All have about as many parameters, and rollouts of all start at the sixth state, which
 * is what {@code context: {to: none}} is for.
 */
enum DemoModel {
  FNO("FNO", "nothing", "name: fno, %s, context: {to: none}"),
  FNO_MEMORY(
      "FNO with memory",
      "what six states tell, as channels",
      "name: fno, %s, context: {to: channels, features: [law]}"),
  TFSNO(
      "TF-SNO",
      "what six states tell, to its gates",
      "name: tfsno, %s, context: {to: gate, features: [law]}"),
  TOLD("FNO told nu", "nu itself", "name: fno, %s, conditions: [nu], context: {to: none}");

  private static final String FNO_SIZES = "width: 36, modes: 16, layers: 4, head: 64";
  private static final String TFSNO_SIZES = "widths: [24], modes: [16], multiscale: false";

  private final String title;
  private final String knows;
  private final String model;

  DemoModel(String title, String knows, String model) {
    this.title = title;
    this.knows = knows;
    this.model = model;
  }

  /** The name for people. */
  String title() {
    return title;
  }

  /** What it knows of the viscosity. */
  String knows() {
    return knows;
  }

  /** The run's folder: sorted by name, as reports do, the runs keep this order. */
  String folder() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  TrainConfig config(Path data, int epochs, long seed) {
    String yaml =
        """
        name: "%s"
        data: {file: "%s", resolution: 64}
        model: {%s, predictDelta: true}
        objective: {kind: relative}
        training: {epochs: %d, batch: 16, learningRate: 2e-3, warmup: 100}
        validation: {every: 10, horizon: 50}
        seed: %d
        """
            .formatted(
                title,
                data.toString().replace("\\", "/"),
                model.formatted(this == TFSNO ? TFSNO_SIZES : FNO_SIZES),
                epochs,
                seed);
    return ConfigReader.parse("demo", yaml, TrainConfig.class);
  }
}
