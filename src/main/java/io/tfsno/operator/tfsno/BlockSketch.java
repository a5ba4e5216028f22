package io.tfsno.operator.tfsno;

import static io.tfsno.operator.Ends.counted;

import io.tfsno.nn.Linear;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.sketch.Arrow.Route;
import io.tfsno.operator.sketch.Kind;
import io.tfsno.operator.sketch.Node;
import io.tfsno.operator.sketch.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The drawing of one {@link Asob}. The spectral way runs from left to right; what decides the gate
 * stands above it, what is added at each point below.
 */
final class BlockSketch {
  private static final String IN = "z";
  private static final String PHI = "spectral";
  private static final String GAIN = "gate";
  private static final String META_NET = "gate.metanet";
  private static final String SHIFT = "phase";
  private static final String GIVEN = "context";
  private static final String SUM = "sum";

  private final TfSnoSpec spec;
  private final FieldShape shape;
  private final Asob block;
  private final int index;
  private final LocalSpec local;
  private final List<String> given;
  private final Part.Draft part = new Part.Draft();
  private final int main;
  private int column;
  private int lowest;

  BlockSketch(TfSnoSpec spec, FieldShape shape, Asob block, int index) {
    this.spec = spec;
    this.shape = shape;
    this.block = block;
    this.index = index;
    local = spec.local() == null ? LocalSpec.NONE : spec.local();
    given = given();
    main = (given.isEmpty() ? 0 : 1) + (block.isGated() ? 1 : 0);
    lowest = main;
  }

  Part part() {
    int channels = block.channels();
    part.add(new Node(IN, main, column++, Kind.FIELD, "z"));
    next("analysis", Kind.SPECTRAL, "F");
    next(PHI, Kind.SPECTRAL, "Φ", "%d × %d per mode".formatted(channels, channels));
    int meta = column - 1;
    if (block.isGated()) {
      next(GAIN, Kind.GATE, "× (1 + δ)", numbersOfGate());
    }
    if (block.isShifted()) {
      next(SHIFT, Kind.GIVEN, "× exp(−i k r)", "r linear in c");
    }
    if (local.product()) {
      next("product.sum", Kind.JUNCTION, "+");
    }
    next("synthesis", Kind.SPECTRAL, "F⁻¹");
    if (local.gate()) {
      next("local_gate.times", Kind.JUNCTION, "×");
    }
    next(SUM, Kind.JUNCTION, "+");
    next("gelu", Kind.MAP, "GELU");
    if (local.mix()) {
      next("mix", Kind.LOCAL, "C");
    }
    if (local.residual()) {
      next("residual.sum", Kind.JUNCTION, "+");
    }
    next("out", Kind.FIELD, "z′");
    if (block.isGated()) {
      gate(meta);
    }
    if (!given.isEmpty()) {
      given(meta);
    }
    local(meta);
    return part.done("Block %d: z′ = %s".formatted(index + 1, formula()), List.of());
  }

  /** A box further along the spectral way. */
  private void next(String name, Kind kind, String... lines) {
    part.then(new Node(name, main, column++, kind, lines));
  }

  private void gate(int meta) {
    Gate gate = block.gate();
    boolean learned = spec.gate().controller() == GateSpec.Controller.LEARNED;
    String widths =
        Stream.concat(
                Stream.of(gate.metaNet().layers().get(0).in()),
                gate.metaNet().layers().stream().map(Linear::out))
            .map(n -> String.format(Locale.ROOT, "%,d", n))
            .collect(Collectors.joining(" → "));
    int row = main - 1;
    Node metaNet =
        new Node(
            META_NET,
            row,
            meta,
            Kind.GATE,
            "MetaNet, " + spec.gate().metaNet().activation().name().toLowerCase(Locale.ROOT),
            widths);
    if (spec.gate().seesState()) {
      String eyes = learned ? "gate.encoder" : "statistics";
      part.add(
              new Node(
                  eyes,
                  row,
                  meta - 1,
                  Kind.GATE,
                  learned ? "encoder" : "s(z)",
                  counted(gate.features(), learned ? "number" : "statistic")))
          .arrow(IN, eyes, Route.COLUMN_FIRST, "")
          .then(metaNet);
    } else {
      part.add(metaNet);
    }
    part.then(new Node("gate.gain", row, meta + 1, Kind.GATE, "α tanh"))
        .arrow("gate.gain", GAIN, Route.STRAIGHT, "δ");
  }

  private String numbersOfGate() {
    String channels = counted(block.channels(), "channel");
    return switch (spec.gate().kind()) {
      case MODE -> channels + " × " + counted(block.modes().count(), "mode");
      case BAND -> channels + " × " + counted(spec.gate().bands(), "band");
      default -> "one number";
    };
  }

  /** What is known in addition to the state, in words. */
  private List<String> given() {
    Inputs inputs = shape.inputs();
    List<String> words = new ArrayList<>();
    boolean toGate = block.isGated();
    if (toGate && spec.gate().isTimed()) {
      words.add("time: " + counted(spec.gate().time().size(), "wave"));
    }
    if (toGate && spec.gate().conditions()) {
      words.add(counted(inputs.parameters().size(), "parameter"));
    }
    boolean remembered = inputs.remembers() && inputs.context().to().gates() && toGate;
    if (remembered || block.isShifted()) {
      words.add("code c");
      words.add("of the first " + counted(inputs.context().states(), "state"));
      words.add(counted(inputs.context().code(shape.dimension()), "number"));
    }
    return words;
  }

  private void given(int meta) {
    part.add(new Node(GIVEN, 0, meta, Kind.GIVEN, given.toArray(String[]::new)));
    if (block.isGated() && block.gate().given() > 0) {
      part.arrow(GIVEN, META_NET, Route.STRAIGHT, "");
    }
    if (block.isShifted()) {
      part.arrow(GIVEN, SHIFT, Route.ROW_FIRST, "");
    }
  }

  private void local(int first) {
    if (local.product()) {
      branch(new Node("product", ++lowest, first, Kind.LOCAL, "Φ₁ F q", "q = (P₁ z) (P₂ z)"));
      part.arrow("product", "product.sum", Route.ROW_FIRST, "");
    }
    if (local.gate()) {
      branch(new Node("local_gate", ++lowest, first, Kind.LOCAL, "1 + G z"));
      part.arrow("local_gate", "local_gate.times", Route.ROW_FIRST, "");
    }
    branch(new Node("pointwise", ++lowest, first, Kind.MAP, "W"));
    part.arrow("pointwise", SUM, Route.ROW_FIRST, "");
    if (local.stencil()) {
      int points = 2 * local.reach() * shape.dimension() + 1;
      branch(
          new Node(
              "stencil", ++lowest, first, Kind.LOCAL, "S", "stencil, %d points".formatted(points)));
      part.arrow("stencil", SUM, Route.ROW_FIRST, "");
    }
    if (local.residual()) {
      branch(new Node("residual", ++lowest, first, Kind.NOTE, "residual"));
      part.arrow("residual", "residual.sum", Route.ROW_FIRST, "");
    }
  }

  /** A way from the block's input of its own. */
  private void branch(Node node) {
    part.add(node).arrow(IN, node.name(), Route.COLUMN_FIRST, "");
  }

  private String formula() {
    String gain = block.isGated() ? "(1 + δ) " : "";
    String shift = block.isShifted() ? "exp(−i k r) " : "";
    String modes = shift + gain + "Φ F z";
    String y = local.product() ? "F⁻¹ (" + modes + " + Φ₁ F q)" : "F⁻¹ " + modes;
    return (local.residual() ? "z + " : "")
        + (local.mix() ? "C " : "")
        + "GELU( "
        + (local.gate() ? "(1 + G z) " : "")
        + y
        + " + W z"
        + (local.stencil() ? " + S z" : "")
        + " )";
  }
}
