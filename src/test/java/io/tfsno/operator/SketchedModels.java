package io.tfsno.operator;

import io.tfsno.nn.Activation;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.baseline.PinoSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.tfsno.Ablations;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.LocalSpec;
import io.tfsno.operator.tfsno.MetaNetSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Models of many shapes to draw, in one to three dimensions. */
public final class SketchedModels {
  /** A network and what it is made for. */
  public record Model(OperatorSpec spec, FieldShape shape) {
    @Override
    public String toString() {
      return shape.dimension() + "D " + shape.inputs() + " " + spec;
    }
  }

  private SketchedModels() {}

  public static Stream<Model> all() {
    return Stream.concat(
        tfsno(), Stream.of(fno(1), fno(2), fno(3), plain(PinoSpec.defaults(2), 2)));
  }

  public static Stream<Model> tfsno() {
    List<Model> models = new ArrayList<>();
    for (int dimension = 1; dimension <= 3; dimension++) {
      TfSnoSpec full = TfSnoSpec.defaults(dimension);
      models.add(plain(full, dimension));
      models.add(plain(full.withContraction(ContractionSpec.SUGGESTED), dimension));
      models.add(plain(Ablations.of("no-multiscale").of(full, dimension), dimension));
      models.add(remembering(full, dimension));
    }
    TfSnoSpec line = TfSnoSpec.defaults(1);
    Stream.concat(Ablations.ofPaper().stream(), Ablations.ofLocal().stream())
        .forEach(ablation -> models.add(plain(ablation.of(line, 1), 1)));
    for (int levels : new int[] {1, 2, 5, 8}) {
      models.add(plain(withLevels(levels).withGate(GateSpec.DEFAULT.withBlocks(List.of(1))), 1));
    }
    for (int depth : new int[] {1, 6, 7, 12, 32}) {
      models.add(plain(inRow(depth), 1));
    }
    models.add(
        plain(
            line.withGate(
                GateSpec.DEFAULT.withMetaNet(
                    new MetaNetSpec(List.of(64, 128, 64), Activation.GELU))),
            1));
    return models.stream();
  }

  /** With everything that a block can have and be given. */
  private static Model remembering(TfSnoSpec full, int dimension) {
    TimeSpec time = new TimeSpec(4, 1, true);
    Inputs inputs =
        new Inputs(
            3,
            List.of(),
            Inputs.ofParameters("nu", "a").parameters(),
            time,
            ContextSpec.defaults().to(ContextSpec.Use.BOTH).withPhase(true),
            2.0,
            List.of(),
            true,
            List.of());
    return new Model(
        full.withLocal(new LocalSpec(true, true, true, true, true, true, 2, true))
            .withGate(full.gate().withTime(time).withConditions(true))
            .withPredictDelta(true),
        shape(dimension).with(inputs));
  }

  public static TfSnoSpec withLevels(int levels) {
    TfSnoSpec line = TfSnoSpec.defaults(1);
    return new TfSnoSpec(
        Collections.nCopies(levels, 6),
        Collections.nCopies(levels, 4),
        true,
        line.gate(),
        null,
        line.init(),
        line.coords(),
        false);
  }

  public static TfSnoSpec inRow(int depth) {
    TfSnoSpec flat = TfSnoSpec.withoutMultiscale(1);
    return new TfSnoSpec(
        flat.widths(),
        flat.modes(),
        false,
        flat.gate(),
        null,
        flat.init(),
        Coordinates.PERIODIC,
        false,
        null,
        null,
        depth);
  }

  private static Model fno(int dimension) {
    FnoSpec plain = FnoSpec.defaults(dimension);
    return plain(
        new FnoSpec(
            plain.width(),
            plain.modes(),
            3 * dimension,
            plain.head(),
            Coordinates.LINEAR,
            true,
            null,
            dimension == 1 ? null : 64,
            dimension == 1 ? null : 32,
            true,
            true,
            dimension == 2),
        dimension);
  }

  private static Model plain(OperatorSpec spec, int dimension) {
    return new Model(spec, shape(dimension));
  }

  private static FieldShape shape(int dimension) {
    return new FieldShape(dimension, dimension == 1 ? 1024 : dimension == 2 ? 64 : 32, 1, 1);
  }
}
