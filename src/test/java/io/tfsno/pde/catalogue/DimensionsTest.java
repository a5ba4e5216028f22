package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.spectral.Derivative;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An equation in a plane or a box, given a field of one coordinate, is the equation of a line. */
@ExtendWith(PerTestScope.class)
class DimensionsTest {
  // Ten steps of the same numbers in another order.
  private static final double ROUNDING = 1e-12;

  private static final int STORED = 32;

  /** A wave along x: amplitude, number, phase. */
  private record Wave(double amplitude, int k, double phase) {
    CosineSeries.Wave along(int axis, int dimension) {
      List<Integer> turned = new ArrayList<>(Collections.nCopies(dimension, 0));
      turned.set(axis, k);
      return new CosineSeries.Wave(amplitude, turned, phase);
    }
  }

  /** Ten steps from a state of waves along one axis; its values along that axis. */
  private static double[] evolve(
      Equation e, int axis, double length, double dt, List<List<Wave>> channels) {
    int[] solver = filled(e, 6);
    int[] stored = filled(e, 4);
    double[] lengths = Arrays.stream(filled(e, 1)).mapToDouble(one -> length / 3).toArray();
    solver[axis] = STORED / 2 * 3;
    stored[axis] = STORED;
    lengths[axis] = length;
    CosineSeries[] state = new CosineSeries[e.channels()];
    for (int c = 0; c < state.length; c++) {
      state[c] =
          new CosineSeries(
              0.4, channels.get(c).stream().map(w -> w.along(axis, e.dimension())).toList());
    }
    Grid grid = Grid.periodic(Points.of(solver), lengths);
    double[] end =
        SolverRuns.run(e, grid, 10 * dt, 10, 2, Points.of(stored), SolverRuns.series(state))[1];
    Tensor line = Tensor.of(end, Points.of(stored).shape(e.channels()));
    for (int other = e.dimension() - 1; other >= 0; other--) {
      line = other == axis ? line : line.select(other + 1, 3);
    }
    return line.toDoubles();
  }

  private static int[] filled(Equation e, int value) {
    int[] all = new int[e.dimension()];
    Arrays.fill(all, value);
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "burgers1d, burgers2d_scalar, burgers3d_scalar",
    "allen_cahn1d, allen_cahn2d, allen_cahn3d",
    "heat1d, heat2d, heat3d",
    "fisher_kpp1d, fisher_kpp2d, fisher_kpp3d",
    "cahn_hilliard1d, cahn_hilliard2d, cahn_hilliard3d",
    "swift_hohenberg1d, swift_hohenberg2d, swift_hohenberg3d",
    "gray_scott1d, gray_scott2d, gray_scott3d"
  })
  void equation_ofAFieldOfOneCoordinate_isThatOfALine(String one, String two, String three) {
    Equation line = Catalogue.named(one).create(Map.of());
    double length = line.type().length();
    double dt = line.type().dt();
    List<Wave> u = List.of(new Wave(0.2, 1, 0.3), new Wave(0.1, 3, 1));
    List<List<Wave>> state = List.of(u, List.of(new Wave(0.2, 2, 1.2)));
    double[] expected = evolve(line, 0, length, dt, state);
    for (String name : List.of(two, three)) {
      Equation e = Catalogue.named(name).create(line.parameters());
      for (int axis = 0; axis < e.dimension(); axis++) {
        assertThat(SolverRuns.relativeError(evolve(e, axis, length, dt, state), expected))
            .as("%s along axis %d", name, axis)
            .isLessThan(ROUNDING);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void ksSurface_ofOneCoordinate_hasTheSlopeThatTheLineEquationGives(int dimension) {
    // Its slope s = u_x obeys s_t + s s_x + s_xx + s_xxxx = 0.
    double length = 32;
    double k = 2 * Math.PI / length;
    double[] surface =
        evolve(
            new KuramotoSivashinskySurface(dimension),
            0,
            length,
            0.01,
            List.of(List.of(new Wave(1, 1, 0.3), new Wave(0.5, 3, 1))));
    double turn = Math.PI / 2;
    double[] slope =
        SolverRuns.run(
            new KuramotoSivashinsky1d(),
            length,
            STORED / 2 * 3,
            0.1,
            10,
            2,
            STORED,
            SolverRuns.series(
                new CosineSeries(
                    0,
                    List.of(
                        new CosineSeries.Wave(k, List.of(1), 0.3 + turn),
                        new CosineSeries.Wave(1.5 * k, List.of(3), 1 + turn)))))[1];
    double[] found = Derivative.of(Tensor.of(surface, STORED), 1, length, 0).toDoubles();
    assertThat(SolverRuns.relativeError(found, slope)).isLessThan(ROUNDING);
  }
}
