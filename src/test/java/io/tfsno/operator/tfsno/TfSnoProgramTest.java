package io.tfsno.operator.tfsno;

import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.TestFields;
import io.tfsno.nn.fused.Agreement;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.Tape;
import io.tfsno.nn.fused.TorchParts;
import io.tfsno.operator.Built;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Pass;
import io.tfsno.operator.SpectralInit;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TfSnoProgramTest {
  private static final Inputs TWO_NUMBERS =
      new Inputs(1, List.of(), Channel.named(List.of("a", "b")), null);

  private static final int SAMPLES = 3;

  private static final LocalSpec MIXED = LocalSpec.NONE.withResidual(true).withMix(true);

  private static final LocalSpec WIDE = MIXED.withStencil(true).withGate(true).withWide(true);

  private static TfSnoSpec levels(List<Integer> widths, List<Integer> modes, boolean multiscale) {
    return new TfSnoSpec(
        widths,
        modes,
        multiscale,
        GateSpec.DEFAULT.withBands(2),
        null,
        SpectralInit.NORMAL,
        Coordinates.NONE,
        false);
  }

  /** Three levels, except where the name says otherwise. */
  private static TfSnoSpec spec(String variant, int dimension) {
    TfSnoSpec full = levels(List.of(6, 7, 8), List.of(6, 4, 2), true);
    return switch (variant) {
      case "default" -> full;
      case "one level" -> levels(List.of(6), List.of(5), true);
      case "two levels" -> levels(List.of(6, 4), List.of(5, 3), true);
      case "in a row" -> levels(List.of(6), List.of(5), false);
      case "in a row, no gate" ->
          levels(List.of(6), List.of(5), false).withGate(full.gate().withKind(GateSpec.Kind.NONE));
      case "in a row, residual" ->
          Ablations.of("stencil-residual-local-gate")
              .of(levels(List.of(6), List.of(5), false), dimension);
      case "mixed" -> full.withLocal(MIXED);
      case "mixed, no gate" ->
          full.withGate(full.gate().withKind(GateSpec.Kind.NONE))
              .withLocal(MIXED.withStencil(true).withGate(true));
      case "mixed, wide" -> full.withLocal(WIDE);
      case "in a row, mixed, wide" -> levels(List.of(6), List.of(5), false).withLocal(WIDE);
      case "wide" -> full.withLocal(LocalSpec.NONE.withStencil(true).withWide(true));
      case "in a row, mixed" -> levels(List.of(6), List.of(5), false).withLocal(MIXED);
      case "in a row, mixed, no gate" ->
          levels(List.of(6), List.of(5), false)
              .withGate(full.gate().withKind(GateSpec.Kind.NONE))
              .withLocal(MIXED.withStencil(true).withGate(true));
      case "gates in two blocks" -> full.withGate(full.gate().withBlocks(List.of(2, 5)));
      case "detached" -> full.withGate(full.gate().withDetach(true));
      case "conditions" -> full.withGate(full.gate().withConditions(true).withStandardise(true));
      case "told alone" -> full.withGate(full.gate().withConditions(true).withFeatures(List.of()));
      case "context" -> full.withGate(full.gate().withStandardise(true));
      default -> Ablations.of(variant).of(full, dimension);
    };
  }

  private static Inputs inputs(String variant) {
    return switch (variant) {
      case "conditions", "told alone" -> TWO_NUMBERS;
      case "context" -> Inputs.ofContext(ContextSpec.defaults());
      default -> Inputs.NONE;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "default; 1",
        "default; 2",
        "one level; 1",
        "two levels; 2",
        "in a row; 1",
        "in a row; 2",
        "in a row, no gate; 1",
        "scalar-gate; 1",
        "scalar-gate; 2",
        "band-gate; 1",
        "band-gate; 2",
        "no-gate; 1",
        "no-gate; 2",
        "gates in two blocks; 1",
        "detached; 2",
        "conditions; 1",
        "conditions; 2",
        "told alone; 1",
        "told alone; 2",
        "context; 1",
        "context; 2",
        "16d; 1",
        "32d; 2",
        "metanet-3-layers-64; 1",
        "local-gate; 1",
        "both-gates; 2",
        "stencil-no-gate; 1",
        "stencil; 2",
        "stencil-local-gate; 2",
        "stencil-both-gates; 1",
        "in a row, residual; 1",
        "in a row, residual; 2",
        "stencil-residual-no-gate; 2",
        "stencil-residual-local-gate; 1",
        "stencil-residual-both-gates; 2",
        "mixed; 1",
        "mixed, no gate; 2",
        "mixed, wide; 1",
        "mixed, wide; 2",
        "in a row, mixed, wide; 1",
        "in a row, mixed, wide; 2",
        "wide; 2",
        "in a row, mixed; 1",
        "in a row, mixed; 2",
        "in a row, mixed, no gate; 1",
        "in a row, mixed, no gate; 2"
      })
  void networkInParts_forwardAndBackward_agreesWithAutograd(String variant, int dimension) {
    Inputs inputs = inputs(variant);
    FieldShape shape = Built.shape(dimension).with(inputs);
    Points points = shape.points();
    try (Scope scope = new Scope();
        Constants constants = new Constants();
        TfSno network = spec(variant, dimension).build(shape, Device.CPU, new Rng(1))) {
      // Gates start at rest; they must take part.
      Built.stir(network, 0.1);
      Program program =
          network.program(
              new TorchParts(),
              (grid, spectral, gate) -> new TorchGate(grid, spectral, gate, constants),
              points,
              Device.CPU);
      Tensor u = TestFields.noise(1, points.shape(shape.channelsIn(), SAMPLES));
      int seen = inputs.remembers() ? inputs.context().numbers(dimension) : 2;
      Tensor numbers = inputs.isEmpty() ? null : TestFields.noise(2, SAMPLES, seen);
      Pass pass = Pass.plain(new Conditions(null, null, numbers, null, numbers));
      Tensor given = inputs.isEmpty() ? null : numbers.permute(1, 0).contiguous();
      Agreement.check(
          network.parameters(), u, x -> network.network(x, pass), x -> Tape.run(program, x, given));
    }
  }
}
