package io.tfsno.operator.baseline;

import io.tfsno.engine.Scope;
import io.tfsno.nn.TestFields;
import io.tfsno.nn.fused.Agreement;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.Tape;
import io.tfsno.nn.fused.TorchParts;
import io.tfsno.operator.Built;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.operator.Pass;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FnoProgramTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "1, 4", "2, 1", "2, 3", "3, 2"})
  void networkInParts_forwardAndBackward_agreesWithAutograd(int dimension, int layers) {
    int modes = List.of(8, 4, 3).get(dimension - 1);
    FnoSpec spec = new FnoSpec(6, modes, layers, 10, Coordinates.NONE, false);
    try (Scope scope = new Scope();
        Fno fno = (Fno) Built.build(spec, Built.shape(dimension))) {
      check(fno, Built.shape(dimension).points());
    }
  }

  @ParameterizedTest
  @CsvSource({"32, 1", "32, 4", "16x16, 3", "24x16, 2", "8x32, 2", "8x6x10, 2"})
  void stencilInParts_forwardAndBackward_agreesWithAutograd(String grid, int layers) {
    Points points = Built.points(grid);
    FieldShape shape = Built.shape(points.dimension()).on(points);
    FnoSpec spec = new FnoSpec(6, 3, layers, 10, Coordinates.NONE, false).withStencil(true);
    try (Scope scope = new Scope();
        Fno fno = (Fno) Built.build(spec, shape)) {
      check(fno, points);
    }
  }

  /** Past walls the network sees a longer field, and its stencil is at home there. */
  @Test
  void stencilInParts_pastWalls_agreesWithAutograd() {
    FieldShape walled =
        new FieldShape(Grid.of(Points.of(28), new double[] {1}, Boundary.WALL), Channel.unnamed(1));
    FnoSpec spec = Built.fno(1).withStencil(true).withPadding(PaddingSpec.defaults());
    try (Scope scope = new Scope();
        Fno fno = (Fno) Built.build(spec, walled)) {
      check(fno, Points.of(32));
    }
  }

  private static void check(Fno fno, Points points) {
    Program program = fno.program(new TorchParts(), points);
    Agreement.check(
        fno.parameters(),
        TestFields.noise(1, points.shape(1, 3)),
        x -> fno.network(x, Pass.plain(Conditions.NONE)),
        x -> Tape.run(program, x, null));
  }
}
