package io.tfsno.operator;

import io.tfsno.operator.baseline.DeepONetSpec;
import io.tfsno.operator.baseline.FinoSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.baseline.PinoSpec;
import io.tfsno.operator.baseline.UnetSpec;
import io.tfsno.operator.baseline.UnoSpec;
import io.tfsno.operator.baseline.WnoSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Wavelet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Every model in small, for a line, a rectangle of 32 x 48 and a box of 16 x 16 x 16 points. */
final class SmallSpecs {
  private static final Coordinates NONE = Coordinates.NONE;

  private static final Map<String, IntFunction<OperatorSpec>> ALL =
      Map.of(
          "fno",
          SmallSpecs::fno,
          "pino",
          SmallSpecs::pino,
          "uno",
          SmallSpecs::uno,
          "tfsno",
          d -> tfSno(d).withGate(GateSpec.DEFAULT.withBands(2)),
          "deeponet",
          d -> new DeepONetSpec(6, 2, 2, DeepONetSpec.Branch.MLP, NONE, false),
          "wno",
          SmallSpecs::wno,
          "fino",
          d -> new FinoSpec(List.of(3, 4, 4), 3, 1, false, false, NONE, true),
          "unet",
          d -> new UnetSpec(List.of(4, 6, 8), 1, 2, NONE, false));

  private SmallSpecs() {}

  static Stream<String> names() {
    return ALL.keySet().stream().sorted();
  }

  static OperatorSpec of(String name, int dimension) {
    return ALL.get(name).apply(dimension);
  }

  static FieldShape shape(int dimension) {
    Points points =
        switch (dimension) {
          case 1 -> Points.of(48);
          case 2 -> Points.of(32, 48);
          default -> Points.of(16, 16, 16);
        };
    double[] lengths = {1, 1.5, 1};
    return new FieldShape(Grid.periodic(points, lengths), Channel.unnamed(1));
  }

  /** As many modes per axis as there are axes, different where the grid allows it. */
  private static AxisModes modes(int dimension, int... counts) {
    return AxisModes.of(Arrays.copyOf(counts, dimension));
  }

  static FnoSpec fno(int dimension) {
    return new FnoSpec(4, modes(dimension, 5, 7, 4), 3, 6, NONE, false, null);
  }

  private static PinoSpec pino(int dimension) {
    FnoSpec f = fno(dimension);
    return new PinoSpec(
        f.width(), f.modes(), f.layers(), f.head(), NONE, false, 0.1, 0.1, f.padding());
  }

  static UnoSpec uno(int dimension) {
    AxisModes fine = modes(dimension, 4, 3, 2);
    AxisModes middle = modes(dimension, 2, 2, 1);
    AxisModes coarse = AxisModes.of(1);
    return new UnoSpec(
        4,
        List.of(fine, middle, coarse, coarse, coarse, middle, fine),
        SpectralInit.NORMAL,
        NONE,
        false,
        null);
  }

  static TfSnoSpec tfSno(int dimension) {
    return new TfSnoSpec(
        List.of(4, 5, 6),
        List.of(modes(dimension, 5, 6, 4), modes(dimension, 4, 3, 2), AxisModes.of(2)),
        true,
        GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE),
        null,
        SpectralInit.NORMAL,
        NONE,
        false,
        null,
        null,
        null);
  }

  private static WnoSpec wno(int dimension) {
    return new WnoSpec(
        3, 2, 2, 6, Wavelet.DB6, WnoSpec.Fine.ZERO, WnoSpec.Init.NORMAL, NONE, false);
  }
}
