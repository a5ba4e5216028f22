package io.tfsno.operator.baseline;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.TestFields;
import io.tfsno.nn.fused.Agreement;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.Tape;
import io.tfsno.nn.fused.TorchParts;
import io.tfsno.operator.Built;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.Pass;
import io.tfsno.spectral.Points;
import java.util.List;
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
      Points points = Built.shape(dimension).points();
      Program program = fno.program(new TorchParts(), points);
      Tensor u = TestFields.noise(1, points.shape(1, 3));
      Agreement.check(
          fno.parameters(),
          u,
          x -> fno.network(x, Pass.plain(Conditions.NONE)),
          x -> Tape.run(program, x, null));
    }
  }
}
