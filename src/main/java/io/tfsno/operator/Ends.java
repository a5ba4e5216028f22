package io.tfsno.operator;

import io.tfsno.operator.sketch.Kind;
import io.tfsno.operator.sketch.Node;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What drawings of all networks begin and end with. */
public final class Ends {
  private final OperatorSpec spec;
  private final FieldShape shape;

  public Ends(OperatorSpec spec, FieldShape shape) {
    this.spec = spec;
    this.shape = shape;
  }

  /** For the heading of a {@link Sketch}: {@code tfsno in 1D, 645,110 parameters}. */
  public String title(long parameters) {
    return String.format(
        Locale.ROOT, "%s in %dD, %,d parameters", spec.model(), shape.dimension(), parameters);
  }

  /** All that enters the network, as the channels that it is given. */
  public Node in() {
    Inputs inputs = shape.inputs();
    List<String> lines = new ArrayList<>(List.of("u", counted(shape.channels(), "field")));
    if (inputs.history() > 1) {
      lines.add("+ " + counted(inputs.history() - 1, "earlier state"));
    }
    if (!inputs.fields().isEmpty()) {
      lines.add("+ " + counted(inputs.fields().size(), "known field"));
    }
    if (!inputs.parameters().isEmpty()) {
      lines.add("+ " + counted(inputs.parameters().size(), "parameter"));
    }
    if (inputs.time() != null) {
      lines.add("+ time: " + counted(inputs.time().size(), "wave"));
    }
    if (inputs.contextChannels()) {
      lines.add("+ code of " + counted(inputs.context().states(), "state"));
    }
    if (spec.coords() != Coordinates.NONE) {
      lines.add("+ coordinates");
    }
    return new Node("u", 0, 0, Kind.FIELD, lines, List.of());
  }

  /** What becomes of the network's result, the next state last. */
  public List<Node> out() {
    List<String> lines = new ArrayList<>(List.of("u′"));
    boolean moves = shape.inputs().drift();
    if (spec.predictDelta() && !moves) {
      lines.add("= u + result");
    }
    if (shape.inputs().guard() != null) {
      lines.add("waves guarded");
    }
    if (!shape.inputs().conserved().isEmpty()) {
      lines.add("means kept");
    }
    if (shape.symmetries() != null) {
      lines.add("mean over %d symmetries".formatted(shape.symmetries().count()));
    }
    Node next = new Node("next", 0, 0, Kind.FIELD, lines, List.of());
    return moves ? List.of(drift(), next) : List.of(next);
  }

  private Node drift() {
    String moved = spec.predictDelta() ? "u + result" : "result";
    List<String> lines = List.of("drift", moved + ", × exp(−i k r)", "r linear in what is known");
    return new Node("drift", 0, 0, Kind.GIVEN, lines, List.of());
  }

  /** {@code 12 × 16 modes}: what is kept along each axis, per sign. */
  public static String modes(Modes modes) {
    String counts =
        modes.axes().stream()
            .map(axis -> Integer.toString(axis.positive()))
            .collect(Collectors.joining(" × "));
    return counts + (counts.equals("1") ? " mode" : " modes");
  }

  /** {@code 64 × 96 points}. */
  public static String points(Points points) {
    return points.text().replace('x', '×') + " points";
  }

  /** {@code 1 field}, {@code 2 fields}. */
  public static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
