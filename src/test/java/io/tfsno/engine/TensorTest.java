package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class TensorTest {
  // A few roundings of numbers of order one in float64.
  private static final double ROUNDING = 1e-15;

  private static Tensor row(double... values) {
    return Tensor.of(values, values.length);
  }

  private static Tensor twoByThree() {
    return Tensor.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
  }

  // ---- creation and transfer ---

  @Test
  void of_arrays_keepsValuesTypeAndShape() {
    Tensor doubles = twoByThree();
    assertThat(doubles.type()).isEqualTo(DType.FLOAT64);
    assertThat(doubles.shape()).containsExactly(2, 3);
    assertThat(doubles.rank()).isEqualTo(2);
    assertThat(doubles.count()).isEqualTo(6);
    assertThat(doubles.size(-1)).isEqualTo(3);
    assertThat(doubles.device()).isEqualTo(Device.CPU);
    assertThat(doubles.toDoubles()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(Tensor.of(new float[] {1.5f, 2.5f}, 2).toFloats()).containsExactly(1.5f, 2.5f);
    assertThat(Tensor.of(new long[] {1L << 40}, 1).type()).isEqualTo(DType.INT64);
  }

  @Test
  void of_anArray_isACopy() {
    double[] values = {1, 2};
    Tensor t = Tensor.of(values, 2);
    values[0] = 9;
    assertThat(t.toDoubles()).containsExactly(1, 2);
  }

  @Test
  void of_tooFewValues_saysHowManyAreNeeded() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.of(new double[5], 2, 3))
        .withMessage("a tensor of shape [2, 3] needs 6 values, not 5");
  }

  @Test
  void zerosAndFull_ofEachType_holdThatValue() {
    assertThat(Tensor.zeros(DType.FLOAT32, Device.CPU, 2, 2).toDoubles())
        .containsExactly(0, 0, 0, 0);
    Tensor full = Tensor.full(2.5, DType.FLOAT64, Device.CPU, 3);
    assertThat(full.toDoubles()).containsExactly(2.5, 2.5, 2.5);
    for (DType type : DType.values()) {
      Tensor t = Tensor.zeros(type, Device.CPU, 2);
      assertThat(t.type()).isEqualTo(type);
      assertThat(t.type().isComplex()).isEqualTo(type.name().startsWith("COMPLEX"));
    }
  }

  @Test
  void to_anotherType_roundsAsThatTypeDoes() {
    Tensor third = row(1.0 / 3);
    assertThat(third.to(DType.FLOAT32).toDoubles()).containsExactly((double) (float) (1.0 / 3));
    assertThat(third.to(Device.CPU).toDoubles()).containsExactly(1.0 / 3);
  }

  @Test
  void toDoubles_ofATransposedView_followsItsOwnOrder() {
    assertThat(twoByThree().permute(1, 0).toDoubles()).containsExactly(1, 4, 2, 5, 3, 6);
  }

  @Test
  void copyInPlace_fromAnother_overwritesAndBroadcasts() {
    Tensor t = twoByThree();
    t.copyInPlace(row(7, 8, 9));
    assertThat(t.toDoubles()).containsExactly(7, 8, 9, 7, 8, 9);
  }

  @Test
  void item_ofOneElement_isItsValue() {
    assertThat(row(2.25).item()).isEqualTo(2.25);
  }

  @Test
  void toString_ofATensor_namesShapeTypeAndPlace() {
    assertThat(twoByThree()).hasToString("Tensor[2, 3] FLOAT64 on cpu");
  }

  // ---- arithmetic ---

  @Test
  void arithmetic_elementwise_isThatOfNumbers() {
    Tensor a = row(1, -2, 4);
    Tensor b = row(3, 5, -8);
    assertThat(a.add(b).toDoubles()).containsExactly(4, 3, -4);
    assertThat(a.add(0.5).toDoubles()).containsExactly(1.5, -1.5, 4.5);
    assertThat(a.addScaled(b, 2).toDoubles()).containsExactly(7, 8, -12);
    assertThat(a.addProduct(b, b).toDoubles()).containsExactly(10, 23, 68);
    assertThat(a.sub(b).toDoubles()).containsExactly(-2, -7, 12);
    assertThat(a.mul(b).toDoubles()).containsExactly(3, -10, -32);
    assertThat(a.mul(-2).toDoubles()).containsExactly(-2, 4, -8);
    assertThat(b.div(a).toDoubles()).containsExactly(3, -2.5, -2);
    assertThat(a.neg().toDoubles()).containsExactly(-1, 2, -4);
    assertThat(a.square().toDoubles()).containsExactly(1, 4, 16);
    assertThat(a.cube().toDoubles()).containsExactly(1, -8, 64);
    assertThat(a.abs().toDoubles()).containsExactly(1, 2, 4);
    assertThat(a.toDoubles()).containsExactly(1, -2, 4);
  }

  @Test
  void functions_elementwise_areThoseOfMath() {
    double x = 0.7;
    assertThat(row(x).exp().item()).isCloseTo(Math.exp(x), within(ROUNDING));
    assertThat(row(x).log().item()).isCloseTo(Math.log(x), within(ROUNDING));
    assertThat(row(x).tanh().item()).isCloseTo(Math.tanh(x), within(ROUNDING));
    assertThat(row(x).sqrt().item()).isCloseTo(Math.sqrt(x), within(ROUNDING));
  }

  @Test
  void inPlaceOperations_onATensor_changeItAndNothingElse() {
    Tensor t = row(1, 2);
    Tensor a = row(3, 4);
    Tensor b = row(5, 6);
    t.addInPlace(a);
    assertThat(t.toDoubles()).containsExactly(4, 6);
    t.addProductInPlace(a, b);
    assertThat(t.toDoubles()).containsExactly(19, 30);
    t.addProductInPlace(a, b, -0.5);
    assertThat(t.toDoubles()).containsExactly(11.5, 18);
    t.mulInPlace(a);
    assertThat(t.toDoubles()).containsExactly(34.5, 72);
    t.zeroInPlace();
    assertThat(t.toDoubles()).containsExactly(0, 0);
    assertThat(a.toDoubles()).containsExactly(3, 4);
    assertThat(b.toDoubles()).containsExactly(5, 6);
  }

  @Test
  void broadcasting_overARowAndAColumn_makesATable() {
    Tensor column = Tensor.of(new double[] {10, 20}, 2, 1);
    Tensor table = column.add(row(1, 2, 3));
    assertThat(table.shape()).containsExactly(2, 3);
    assertThat(table.toDoubles()).containsExactly(11, 12, 13, 21, 22, 23);
  }

  @Test
  void matmul_ofMatrices_isTheProductAndBroadcastsBatches() {
    Tensor a = twoByThree();
    Tensor product = a.matmul(a.permute(1, 0));
    assertThat(product.toDoubles()).containsExactly(14, 32, 32, 77);
    Tensor batch = a.view(1, 2, 3).expand(4, 2, 3).matmul(a.permute(1, 0));
    assertThat(batch.shape()).containsExactly(4, 2, 2);
    assertThat(batch.select(0, 3).toDoubles()).containsExactly(14, 32, 32, 77);
  }

  @Test
  void reductions_overAllOrSomeAxes_areSumsMeansAndMaxima() {
    Tensor t = twoByThree();
    assertThat(t.sum().item()).isEqualTo(21);
    assertThat(t.mean().item()).isEqualTo(3.5);
    assertThat(t.sum(0).toDoubles()).containsExactly(5, 7, 9);
    assertThat(t.mean(-1).toDoubles()).containsExactly(2, 5);
    assertThat(t.sum(0, 1).item()).isEqualTo(21);
    assertThat(t.max(1).toDoubles()).containsExactly(3, 6);
    assertThat(t.max(0, 1).item()).isEqualTo(6);
  }

  @Test
  void allFinite_withOneBadValue_isFalse() {
    assertThat(row(1, 2).allFinite()).isTrue();
    assertThat(row(1, Double.NaN).allFinite()).isFalse();
    assertThat(row(Double.NEGATIVE_INFINITY, 1).allFinite()).isFalse();
  }

  // ---- shape ---

  @Test
  void shapeOperations_onATable_moveValuesAsNamed() {
    Tensor t = twoByThree();
    assertThat(t.view(3, -1).shape()).containsExactly(3, 2);
    assertThat(t.permute(1, 0).reshape(6).toDoubles()).containsExactly(1, 4, 2, 5, 3, 6);
    assertThat(t.narrow(1, 1, 2).toDoubles()).containsExactly(2, 3, 5, 6);
    assertThat(t.select(0, 1).toDoubles()).containsExactly(4, 5, 6);
    assertThat(t.gather(1, Tensor.of(new long[] {2, 0, 2}, 3)).toDoubles())
        .containsExactly(3, 1, 3, 6, 4, 6);
    assertThat(t.roll(1, 1).toDoubles()).containsExactly(3, 1, 2, 6, 4, 5);
    assertThat(t.roll(-1, 0).toDoubles()).containsExactly(4, 5, 6, 1, 2, 3);
    assertThat(row(1, 2).view(2, 1).expand(2, 2).toDoubles()).containsExactly(1, 1, 2, 2);
  }

  @Test
  void catAndStack_ofParts_joinAlongAnOldOrANewAxis() {
    Tensor a = row(1, 2);
    Tensor b = row(3, 4);
    assertThat(Tensor.cat(0, a, b).toDoubles()).containsExactly(1, 2, 3, 4);
    assertThat(Tensor.stack(0, a, b).shape()).containsExactly(2, 2);
    assertThat(Tensor.stack(-1, a, b).toDoubles()).containsExactly(1, 3, 2, 4);
  }

  @Test
  void viewsAndCopies_afterAWrite_shareOrDoNotShareMemory() {
    Tensor t = twoByThree();
    Tensor view = t.select(0, 0);
    Tensor copy = t.select(0, 0).copy();
    t.zeroInPlace();
    assertThat(view.toDoubles()).containsExactly(0, 0, 0);
    assertThat(copy.toDoubles()).containsExactly(1, 2, 3);
  }

  // ---- complex ---

  @Test
  void complexNumbers_multiplied_followTheirAlgebra() {
    Tensor z = Tensor.ofComplex(new double[] {1, 3}, new double[] {2, -1}, 2);
    assertThat(z.type()).isEqualTo(DType.COMPLEX128);
    assertThat(z.shape()).containsExactly(2);
    // (1+2i)^2 = -3+4i and (3-i)^2 = 8-6i.
    assertThat(z.mul(z).asReal().toDoubles()).containsExactly(-3, 4, 8, -6);
  }

  @Test
  void realAndComplexViews_ofOneMemory_areInverse() {
    Tensor pairs = Tensor.of(new double[] {1, 2, 3, 4}, 2, 2);
    Tensor z = pairs.asComplex();
    assertThat(z.asReal().shape()).containsExactly(2, 2);
    z.asReal().select(-1, 1).zeroInPlace();
    assertThat(pairs.toDoubles()).containsExactly(1, 0, 3, 0);
  }

  // ---- gradients ---

  @Test
  void backward_throughASmallExpression_givesTheHandDerivedGradient() {
    // f = sum tanh(a b) + a^2, so df/da = b / cosh^2(a b) + 2 a and df/db = a / cosh^2(a b).
    double[] a = {0.3, -0.8};
    double[] b = {1.2, 0.5};
    Tensor ta = row(a).trainable();
    Tensor tb = row(b).trainable();
    ta.mul(tb).tanh().add(ta.square()).sum().backward();
    for (int i = 0; i < 2; i++) {
      double slope = 1 / Math.pow(Math.cosh(a[i] * b[i]), 2);
      assertThat(ta.grad().toDoubles()[i]).isCloseTo(b[i] * slope + 2 * a[i], within(ROUNDING));
      assertThat(tb.grad().toDoubles()[i]).isCloseTo(a[i] * slope, within(ROUNDING));
    }
  }

  @Test
  void backward_throughMatmulAndBroadcast_sumsOverWhatWasShared() {
    // f = sum over rows of (X w + c): df/dw = column sums of X, df/dc = number of rows.
    Tensor w = Tensor.of(new double[] {1, 1, 1}, 3, 1).trainable();
    Tensor c = row(0.5).trainable();
    twoByThree().matmul(w).add(c).sum().backward();
    assertThat(w.grad().toDoubles()).containsExactly(5, 7, 9);
    assertThat(c.grad().toDoubles()).containsExactly(2);
  }

  @Test
  void backward_calledTwice_accumulates() {
    Tensor x = row(3).trainable();
    x.square().sum().backward();
    x.square().sum().backward();
    assertThat(x.grad().item()).isEqualTo(12);
  }

  @Test
  void detach_inAnExpression_stopsTheGradientThere() {
    Tensor x = row(3).trainable();
    x.mul(x.detach()).sum().backward();
    assertThat(x.grad().item()).isEqualTo(3);
  }

  @Test
  void autograd_switchedOff_recordsNothingUntilClosedOrSwitchedOn() {
    Tensor x = row(3).trainable();
    Tensor inside;
    Tensor again;
    try (Autograd.Mode off = Autograd.off()) {
      inside = x.square();
      try (Autograd.Mode on = Autograd.on()) {
        again = x.square();
      }
      assertThat(x.square().handle.requires_grad()).isFalse();
    }
    assertThat(inside.handle.requires_grad()).isFalse();
    assertThat(again.handle.requires_grad()).isTrue();
    assertThat(x.square().handle.requires_grad()).isTrue();
  }
}
