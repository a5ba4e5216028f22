package io.tfsno.operator;

import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.TestFields;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;

/** Small operators for tests, and things to do with them. */
public final class Built {
  public static final FieldShape LINE = new FieldShape(1, 32, 1, 1);
  public static final FieldShape PLANE = new FieldShape(2, 16, 1, 1);
  public static final FieldShape CUBE = new FieldShape(3, 8, 1, 1);

  private Built() {}

  public static FieldShape shape(int dimension) {
    return List.of(LINE, PLANE, CUBE).get(dimension - 1);
  }

  /** A grid such as {@code 24x16}. */
  public static Points points(String text) {
    return Points.of(Arrays.stream(text.split("x", -1)).mapToInt(Integer::parseInt).toArray());
  }

  public static FnoSpec fno(int dimension) {
    return new FnoSpec(6, dimension == 1 ? 8 : 4, 3, 10, Coordinates.NONE, false);
  }

  public static TfSnoSpec tfSno() {
    return new TfSnoSpec(
        List.of(6, 7, 8),
        List.of(6, 4, 2),
        true,
        GateSpec.DEFAULT.withBands(2),
        null,
        SpectralInit.NORMAL,
        Coordinates.NONE,
        false);
  }

  public static Operator build(OperatorSpec spec, FieldShape shape) {
    return spec.build(shape, Device.CPU, new Rng(42));
  }

  public static TfSno build(TfSnoSpec spec, int dimension) {
    return spec.build(shape(dimension), Device.CPU, new Rng(42));
  }

  /** Moves every parameter a little, so that gates are no longer at rest. */
  public static void stir(Operator operator, double size) {
    try (Scope scope = new Scope()) {
      Tensor noise = TestFields.noise(17, operator.parameters().count());
      operator.parameters().flat().addInPlace(noise.mul(size));
    }
  }

  public static Tensor states(int dimension, int samples) {
    return dimension == 1
        ? TestFields.waves(3, samples, 1, LINE.points().last(), 5)
        : TestFields.planeWaves(3, samples, PLANE.points().last(), 3);
  }

  /** One step of plain gradient descent towards a target; gives the loss before it. */
  public static double descend(Operator operator, Tensor u, Tensor target, double rate) {
    try (Scope scope = new Scope()) {
      operator.parameters().flatGradient().zeroInPlace();
      Tensor loss = operator.forward(u).sub(target).square().mean();
      loss.backward();
      operator.parameters().flat().addInPlace(operator.parameters().flatGradient().mul(-rate));
      return loss.item();
    }
  }
}
