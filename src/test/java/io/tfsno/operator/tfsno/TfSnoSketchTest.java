package io.tfsno.operator.tfsno;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.nn.Parameter;
import io.tfsno.operator.SketchedModels;
import io.tfsno.operator.sketch.Node;
import io.tfsno.operator.sketch.Part;
import io.tfsno.operator.sketch.Sketch;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A drawing shows all that a network has, and nothing else. */
class TfSnoSketchTest {
  /** Boxes of a block that stand for weights, by the names that their weights begin with. */
  private static final List<String> WEIGHED =
      List.of(
          "spectral",
          "pointwise",
          "gate.metanet",
          "gate.gain",
          "gate.encoder",
          "phase",
          "product",
          "local_gate",
          "stencil",
          "mix");

  static Stream<SketchedModels.Model> models() {
    return SketchedModels.tfsno();
  }

  @ParameterizedTest
  @MethodSource("models")
  void network_hasABoxForEveryWeight_andABoxForEveryBlock(SketchedModels.Model model) {
    TfSnoSpec spec = (TfSnoSpec) model.spec();
    try (TfSno network = spec.declare(model.shape())) {
      Part whole = network.sketch().orElseThrow().parts().get(0);
      assertThat(network.parameters().entries())
          .extracting(Parameter::name)
          .filteredOn(name -> !name.startsWith("context."))
          .allSatisfy(name -> assertThat(names(whole)).anyMatch(box -> name.startsWith(box + ".")));
      assertThat(names(whole).stream().filter(name -> name.startsWith("blocks.")))
          .containsExactlyElementsOf(
              IntStream.range(0, spec.blocks()).mapToObj(i -> "blocks." + i).toList());
      for (int i = 0; i < spec.blocks(); i++) {
        Node block = node(whole, "blocks." + i);
        assertThat(block.lines().get(0)).isEqualTo("block " + (i + 1));
        assertThat(block.marks().stream().anyMatch(mark -> mark.text().endsWith(" gate")))
            .isEqualTo(spec.gate().isIn(i) || (spec.local() != null && spec.local().gate()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void block_hasBoxesForItsOwnWeights_andNoOthers(SketchedModels.Model model) {
    try (TfSno network = ((TfSnoSpec) model.spec()).declare(model.shape())) {
      Part block = network.sketch().orElseThrow().parts().get(1);
      int shown = Integer.parseInt(block.title().replaceFirst("Block (\\d+):.*", "$1")) - 1;
      String prefix = "blocks." + shown + ".";
      List<String> weights =
          network.parameters().entries().stream()
              .map(Parameter::name)
              .filter(name -> name.startsWith(prefix))
              .map(name -> name.substring(prefix.length()))
              .toList();
      for (String box : WEIGHED) {
        assertThat(names(block).contains(box))
            .as(box)
            .isEqualTo(weights.stream().anyMatch(w -> w.equals(box) || w.startsWith(box + ".")));
      }
      assertThat(weights).allMatch(w -> WEIGHED.stream().anyMatch(w::startsWith));
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void levels_areRows_withTheirPoints(SketchedModels.Model model) {
    TfSnoSpec spec = (TfSnoSpec) model.spec();
    try (TfSno network = spec.declare(model.shape())) {
      Sketch sketch = network.sketch().orElseThrow();
      Part whole = sketch.parts().get(0);
      assertThat(whole.rows().get(0)).isEqualTo(text(model, 0));
      for (int level = 1; level < spec.levels(); level++) {
        int row = level;
        assertThat(whole.rows().get(row)).isEqualTo(text(model, level));
        assertThat(whole.nodes())
            .filteredOn(node -> node.row() == row && node.name().startsWith("blocks."))
            .hasSize(level == spec.levels() - 1 ? 1 : 2)
            .allMatch(node -> node.lines().get(1).startsWith(spec.widths().get(row) + " channel"));
      }
      assertThat(sketch.title())
          .isEqualTo(
              String.format(
                  Locale.ROOT,
                  "tfsno in %dD, %,d parameters",
                  model.shape().dimension(),
                  network.parameters().trained()));
    }
  }

  private static String text(SketchedModels.Model model, int level) {
    return model.shape().points().halved(level).text().replace("x", "×") + " points";
  }

  private static List<String> names(Part part) {
    return part.nodes().stream().map(Node::name).toList();
  }

  private static Node node(Part part, String name) {
    return part.nodes().stream().filter(n -> n.name().equals(name)).findFirst().orElseThrow();
  }
}
