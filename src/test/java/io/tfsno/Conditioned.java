package io.tfsno;

import io.tfsno.data.FlatSet;
import io.tfsno.data.InputScales;
import io.tfsno.data.Normaliser;
import io.tfsno.data.SetFile;
import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.ConditionWriter;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.operator.Built;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.TimeSpec;
import io.tfsno.run.ModelCard;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.RunFolder;
import io.tfsno.run.Weights;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Small untrained models with conditions, and a set that has all kinds of them. */
public final class Conditioned {
  public static final int POINTS = 32;
  public static final double DT = 0.1;
  public static final int TRAJECTORIES = 3;
  public static final int STEPS = 6;

  /** The last two states, a static field and a forcing, two parameters and the time. */
  public static final Inputs ALL =
      new Inputs(
          2,
          List.of(new Channel("kappa"), new Channel("f")),
          List.of(new Channel("nu", "m2/s"), new Channel("A")),
          new TimeSpec(1, 1.0, true));

  private static final Grid GRID = Grid.periodic(Points.of(POINTS), 1);

  private Conditioned() {}

  public static FieldShape shape(Inputs inputs) {
    return new FieldShape(GRID, List.of(new Channel("u"))).with(inputs);
  }

  /** A run folder with an untrained network; parameters have mean 0.1 and deviation 0.02. */
  public static Path model(Path folder, String name, Inputs inputs) {
    return model(folder, name, "fno", inputs, "made-up", DT);
  }

  /**
   * @param kind fno or tfsno
   */
  public static Path model(
      Path folder, String name, String kind, Inputs inputs, String equation, double dt) {
    return model(folder, name, kind, inputs, equation, dt, null);
  }

  /**
   * @param range where its training states and numbers lie; null for a model that does not say
   */
  public static Path model(
      Path folder,
      String name,
      String kind,
      Inputs inputs,
      String equation,
      double dt,
      TrainingRange range) {
    boolean gated = kind.equals("tfsno");
    ModelConfig config =
        ModelConfig.named(kind)
            .with(gated ? "widths" : "width", gated ? List.of(4, 4) : 6)
            .with("modes", gated ? List.of(4, 2) : 4)
            .with("predictDelta", true);
    FieldShape shape = shape(inputs);
    OperatorSpec spec = config.in(1, name);
    InputScales scales =
        new InputScales(scale(0, 1, inputs.fields()), scale(0.1, 0.02, inputs.parameters()));
    try (Operator operator = spec.build(shape, Device.CPU, new Rng(1))) {
      Built.stir(operator, 0.1);
      Path run = Files.createDirectories(folder.resolve(name));
      Safetensors.write(
          run.resolve(RunFolder.MODEL),
          Weights.stored(operator.parameters()),
          new ModelCard(spec, shape, new Normaliser(0, 1), scales, equation, dt, range)
              .toMetadata());
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Normaliser scale(double mean, double deviation, List<Channel> of) {
    return of.isEmpty()
        ? Normaliser.NONE
        : new Normaliser(
            of.stream().map(c -> mean).toList(), of.stream().map(c -> deviation).toList());
  }

  /** Waves that decay, with {@code nu = 0.1 + i / 100}, {@code A = i} and phase {@code i / 4}. */
  public static Path data(Path file) {
    return data(file, 0);
  }

  /** The same with all phases later, and nothing else changed. */
  public static Path data(Path file, double later) {
    SetConditions all =
        new SetConditions(
            ALL.parameters(),
            ConditionFields.of(List.of(new Channel("kappa"))),
            ConditionFields.of(List.of(new Channel("f"))),
            true);
    FlatSet set =
        new FlatSet(
                "",
                FloatType.FLOAT32,
                TRAJECTORIES,
                STEPS,
                List.of(new Channel("u")),
                GRID,
                DT,
                Map.<String, Object>of())
            .with(all);
    try (SetFile out = SetFile.create(file, set)) {
      ConditionWriter conditions = out.conditions();
      for (int i = 0; i < TRAJECTORIES; i++) {
        conditions.parameters(i, new double[] {nu(i), i});
        conditions.phases(i, new double[] {i / 4.0 + later});
        conditions.statics(i, kappa(i));
        for (int step = 0; step < STEPS; step++) {
          conditions.forcings(i, step, f(i, step));
        }
      }
      for (int step = 0; step < STEPS; step++) {
        double[] together = new double[TRAJECTORIES * POINTS];
        for (int i = 0; i < TRAJECTORIES; i++) {
          float[] one = u(i, step);
          for (int p = 0; p < POINTS; p++) {
            together[i * POINTS + p] = one[p];
          }
        }
        out.write(step, together);
      }
      out.complete();
    }
    return file;
  }

  public static double nu(int trajectory) {
    return 0.1 + trajectory / 100.0;
  }

  public static float[] u(int trajectory, int step) {
    return wave(1 + trajectory, 0.3, Math.exp(-nu(trajectory) * step));
  }

  public static float[] kappa(int trajectory) {
    return wave(2, trajectory, 1);
  }

  public static float[] f(int trajectory, int step) {
    return wave(1, trajectory + 0.7 * step, 0.5);
  }

  private static float[] wave(int k, double shift, double amplitude) {
    float[] values = new float[POINTS];
    for (int p = 0; p < POINTS; p++) {
      values[p] = (float) (amplitude * Math.sin(2 * Math.PI * k * p / POINTS + shift));
    }
    return values;
  }
}
