package io.tfsno.operator.tfsno;

import static io.tfsno.operator.Ends.counted;

import io.tfsno.operator.Ends;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.sketch.Arrow.Route;
import io.tfsno.operator.sketch.Chain;
import io.tfsno.operator.sketch.Kind;
import io.tfsno.operator.sketch.Node;
import io.tfsno.operator.sketch.Part;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The drawing of a {@link TfSno}: its levels from the finest down, the way down to the left, the
 * way up to the right, and one of its blocks.
 *
 * @param points of the finest level
 * @param channelsIn what the lift is given
 */
record TfSnoSketch(
    TfSnoSpec spec, FieldShape shape, Points points, List<Asob> blocks, int channelsIn) {
  private static final String LIFT = "lift";
  private static final String HEAD = "head";

  Sketch sketch(long parameters) {
    Ends ends = new Ends(spec, shape);
    int shown = IntStream.range(0, blocks.size()).filter(spec.gate()::isIn).findFirst().orElse(0);
    return new Sketch(
        ends.title(parameters),
        List.of(
            spec.multiscale() ? levels(ends) : row(ends),
            new BlockSketch(spec, shape, blocks.get(shown), shown).part()));
  }

  private Part row(Ends ends) {
    List<Node> nodes = new ArrayList<>(List.of(ends.in(), lift()));
    for (int i = 0; i < blocks.size(); i++) {
      nodes.add(block(i, 0));
    }
    nodes.add(head());
    nodes.addAll(ends.out());
    return Chain.of(counted(blocks.size(), "block") + " in a row", pointsOf(0), nodes);
  }

  private Part levels(Ends ends) {
    int turn = spec.levels() - 1;
    Part.Draft part = new Part.Draft();
    int column = 2;
    part.add(ends.in()).then(lift().at(0, 1)).then(block(0, 0).at(0, column));
    for (int level = 0; level < turn; level++) {
      Node down = map("down." + level, level, level + 1, "down " + (level + 1));
      part.add(down.at(level + 1, column))
          .arrow(name(level), down.name(), Route.STRAIGHT, "shrink")
          .then(block(level + 1, level + 1).at(level + 1, ++column));
    }
    for (int level = turn - 1; level >= 0; level--) {
      int below = 2 * turn - level - 1;
      Node up = map("up." + level, level + 1, level, "up " + (level + 1));
      int width = spec.widths().get(level);
      Node join =
          new Node(
              "join." + level,
              level,
              ++column,
              Kind.MAP,
              "join " + (level + 1),
              "%d + %d → %d".formatted(width, width, width));
      part.add(up.at(level + 1, column))
          .arrow(name(below), up.name(), Route.STRAIGHT, "")
          .add(join)
          .arrow(up.name(), join.name(), Route.STRAIGHT, "grow")
          .arrow(name(level), join.name(), Route.STRAIGHT, "skip")
          .then(block(below + 1, level).at(level, ++column));
    }
    part.then(head().at(0, ++column));
    for (Node node : ends.out()) {
      part.then(node.at(0, ++column));
    }
    String title =
        "%s on %s".formatted(counted(blocks.size(), "block"), counted(spec.levels(), "level"));
    return part.done(title, IntStream.range(0, spec.levels()).mapToObj(this::pointsOf).toList());
  }

  private static String name(int block) {
    return "blocks." + block;
  }

  private String pointsOf(int level) {
    return Ends.points(points.halved(level));
  }

  private Node lift() {
    int width = spec.widths().get(0);
    return new Node(LIFT, 0, 0, Kind.MAP, LIFT, "%d → %d → %d".formatted(channelsIn, width, width));
  }

  private Node head() {
    int width = spec.widths().get(0);
    String maps = "%d → %d → %d".formatted(width, 4 * width, spec.outputs(shape));
    return new Node(HEAD, 0, 0, Kind.MAP, spec.givesFluxes() ? "head, divergence" : HEAD, maps);
  }

  private Node map(String name, int from, int to, String text) {
    List<Integer> widths = spec.widths();
    return new Node(
        name, 0, 0, Kind.MAP, text, "%d → %d".formatted(widths.get(from), widths.get(to)));
  }

  private Node block(int index, int level) {
    return new Node(
        name(index),
        0,
        0,
        Kind.SPECTRAL,
        List.of(
            "block " + (index + 1),
            counted(spec.widths().get(level), "channel"),
            Ends.modes(blocks.get(index).modes())),
        marks(index));
  }

  private List<Node.Mark> marks(int index) {
    List<Node.Mark> marks = new ArrayList<>();
    if (spec.gate().isIn(index)) {
      String kind = spec.gate().kind().name().toLowerCase(Locale.ROOT);
      marks.add(new Node.Mark(Kind.GATE, kind + " gate"));
    }
    if (blocks.get(index).isShifted()) {
      marks.add(new Node.Mark(Kind.GIVEN, "phase"));
    }
    if (spec.contraction() != null) {
      marks.add(new Node.Mark(Kind.MAP, "bounded"));
    }
    LocalSpec local = spec.local() == null ? LocalSpec.NONE : spec.local();
    if (local.from() > 0) {
      marks.add(new Node.Mark(Kind.LOCAL, "waves from %d".formatted(local.from())));
    }
    if (local.product()) {
      marks.add(new Node.Mark(Kind.LOCAL, "product"));
    }
    if (local.gate()) {
      marks.add(new Node.Mark(Kind.LOCAL, "local gate"));
    }
    if (local.stencil()) {
      marks.add(new Node.Mark(Kind.LOCAL, local.wide() ? "wide stencil" : "stencil"));
    }
    if (local.residual()) {
      marks.add(new Node.Mark(Kind.LOCAL, local.mix() ? "residual, mixed" : "residual"));
    }
    return marks;
  }
}
