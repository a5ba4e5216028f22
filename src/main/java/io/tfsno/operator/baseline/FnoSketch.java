package io.tfsno.operator.baseline;

import static io.tfsno.operator.Ends.counted;

import io.tfsno.operator.Ends;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.sketch.Chain;
import io.tfsno.operator.sketch.Kind;
import io.tfsno.operator.sketch.Node;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The drawing of an {@link Fno}: a row of layers.
 *
 * @param model whose network it is
 * @param lifting channels before, between and behind the maps of the lift
 */
record FnoSketch(
    OperatorSpec model, FnoSpec spec, FieldShape shape, Points points, List<Integer> lifting) {

  Sketch sketch(long parameters) {
    Ends ends = new Ends(model, shape);
    List<Node> nodes = new ArrayList<>(List.of(ends.in(), map("lift", "lift", lifting)));
    for (int layer = 0; layer < spec.layers(); layer++) {
      nodes.add(layer(layer));
    }
    nodes.add(head());
    nodes.addAll(ends.out());
    String title =
        "%s: v′ = GELU( %s ), no GELU after the last"
            .formatted(counted(spec.layers(), "layer"), formula());
    return new Sketch(ends.title(parameters), List.of(Chain.of(title, Ends.points(points), nodes)));
  }

  private String formula() {
    String modes = spec.hasProduct() ? "F⁻¹ (Φ F v + Φ₁ F q)" : "F⁻¹ Φ F v";
    return modes + " + W v" + (spec.hasStencil() ? " + S v" : "");
  }

  private Node head() {
    List<Integer> channels = List.of(spec.width(), spec.head(), spec.outputs(shape));
    return map("head", spec.hasFlux() ? "head, divergence" : "head", channels);
  }

  private static Node map(String name, String label, List<Integer> channels) {
    String widths = channels.stream().map(String::valueOf).collect(Collectors.joining(" → "));
    return new Node(name, 0, 0, Kind.MAP, label, widths);
  }

  private Node layer(int index) {
    List<Node.Mark> marks = new ArrayList<>();
    if (spec.hasProduct()) {
      marks.add(new Node.Mark(Kind.LOCAL, "product"));
    }
    if (spec.hasStencil()) {
      marks.add(new Node.Mark(Kind.LOCAL, "stencil"));
    }
    if (spec.channelMlp() != null) {
      marks.add(new Node.Mark(Kind.MAP, "MLP of " + spec.channelMlp()));
    }
    return new Node(
        "layers." + index,
        0,
        0,
        Kind.SPECTRAL,
        List.of(
            "layer " + (index + 1),
            counted(spec.width(), "channel"),
            Ends.modes(spec.modes().half(shape.dimension()))),
        marks);
  }
}
