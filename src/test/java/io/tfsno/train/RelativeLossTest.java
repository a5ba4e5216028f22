package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.GpuPath;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.train.loss.LossKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PerTestScope.class)
class RelativeLossTest {
  private static final int N = 32;
  private final Tensor truth = Tensor.of(new Rng(1).normals(4 * N), 4, 1, N);
  private final Tensor error = Tensor.of(new Rng(2).normals(4 * N), 4, 1, N).mul(0.1);

  private static Objective objective(LossKind kind, double h1) {
    return new Objective(kind, h1, Grid.periodic(Points.of(N), 1), GpuPath.USUAL);
  }

  private double loss(LossKind kind, double h1, Tensor prediction, Tensor target) {
    return objective(kind, h1).loss(prediction, target).item();
  }

  @Test
  void relative_isTheMeanOverSamplesOfNormsDivided() {
    double expected = 0;
    for (int i = 0; i < 4; i++) {
      double e = error.select(0, i).square().mean().item();
      double u = truth.select(0, i).square().mean().item();
      expected += Math.sqrt(e / (u + 1e-6)) / 4;
    }
    assertThat(loss(LossKind.RELATIVE, 0, truth.add(error), truth))
        .isCloseTo(expected, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(
      value = LossKind.class,
      names = {"RELATIVE", "RELATIVE_SQUARED"})
  void relativeLosses_ofFieldsInOtherUnits_areTheSame(LossKind kind) {
    double here = loss(kind, 0.3, truth.add(error), truth);
    double there = loss(kind, 0.3, truth.add(error).mul(1000), truth.mul(1000));
    assertThat(there).isCloseTo(here, within(1e-5 * here)); // the floor counts a little more here
  }

  @ParameterizedTest
  @EnumSource(LossKind.class)
  void losses_ofTwoHalves_haveTheMeanOfTheWhole(LossKind kind) {
    Tensor prediction = truth.add(error);
    double whole = loss(kind, 0.1, prediction, truth);
    double first = loss(kind, 0.1, prediction.narrow(0, 0, 2), truth.narrow(0, 0, 2));
    double second = loss(kind, 0.1, prediction.narrow(0, 2, 2), truth.narrow(0, 2, 2));
    assertThat(whole).isCloseTo(0.5 * (first + second), within(1e-12));
  }

  @Test
  void relativeSquared_ofAWaveWithATenthOfError_countsDerivativesOnBothSides() {
    double[] values = new double[N];
    for (int i = 0; i < N; i++) {
      values[i] = Math.cos(2 * Math.PI * 3 * i / N);
    }
    Tensor wave = Tensor.of(values, 1, 1, N);
    assertThat(loss(LossKind.RELATIVE_SQUARED, 1, wave.mul(1.1), wave))
        .isCloseTo(0.01, within(1e-6));
    assertThat(loss(LossKind.RELATIVE, 0.5, wave.mul(1.1), wave)).isCloseTo(0.1, within(1e-6));
  }

  @ParameterizedTest
  @EnumSource(LossKind.class)
  void gradient_ofAPerfectPrediction_isZeroAndFinite(LossKind kind) {
    Tensor prediction = truth.copy().trainable();
    objective(kind, 0.1).loss(prediction, truth).backward();
    assertThat(prediction.grad().abs().max(0, 1, 2).item()).isLessThan(1e-9);
  }
}
