package io.tfsno.operator.baseline;

import io.tfsno.engine.Scope;
import io.tfsno.nn.TestFields;
import io.tfsno.nn.fused.Agreement;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.TorchTaps;
import io.tfsno.operator.Built;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Pass;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FinoProgramTest {
  @ParameterizedTest
  @CsvSource({
    "1, 5, 3, 1, 1",
    "1, 5 6, 1, 1, 1",
    "1, 6 7, 3, 2, 2",
    "1, 5 6 7, 5, 2, 1",
    "1, 4 5 6 7, 3, 1, 1",
    "2, 5, 3, 1, 1",
    "2, 6 7, 3, 2, 2",
    "2, 4 5 6, 5, 1, 1",
  })
  void networkInParts_forwardAndBackward_agreesWithAutograd(
      int dimension, String widths, int stencil, int steps, int channels) {
    List<Integer> all = Arrays.stream(widths.split(" ", -1)).map(Integer::valueOf).toList();
    FinoSpec spec = new FinoSpec(all, stencil, steps, false, false, Coordinates.NONE, true);
    try (Scope scope = new Scope();
        Fino fino = (Fino) Built.build(spec, shape(dimension, channels))) {
      Built.stir(fino, 0.05);
      Program program = fino.program(new TorchTaps());
      Agreement.check(
          fino.parameters(),
          TestFields.noise(1, fino.shape().points().shape(channels, 3)),
          x -> fino.network(x, Pass.plain(Conditions.NONE)),
          x -> fino.inParts(program, x));
    }
  }

  /** Lines, or planes with fewer rows than points in a row. */
  private static FieldShape shape(int dimension, int channels) {
    Points points = dimension == 1 ? Points.of(32) : Points.of(20, 32);
    return new FieldShape(Grid.periodic(points, 1), Channel.unnamed(channels));
  }
}
