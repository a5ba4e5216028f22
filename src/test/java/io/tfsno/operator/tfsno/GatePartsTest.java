package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Pass;
import io.tfsno.operator.tfsno.cuda.FusedGate;
import io.tfsno.operator.tfsno.cuda.GateParts;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a gate hands to its kernels must make the same gate, put together here by hand. */
class GatePartsTest {
  private static final int CHANNELS = 3;
  private static final int SAMPLES = 4;

  @ParameterizedTest
  @CsvSource({
    "no-time, 1",
    "no-crest, 2",
    "16d, 1",
    "16d, 2",
    "32d, 1",
    "32d, 2",
    "scalar-gate, 1",
    "scalar-gate, 2",
    "band-gate, 1",
    "band-gate, 2",
    "metanet-3-layers-64, 1",
    "metanet-gelu, 2",
    "every-statistic, 1",
    "every-statistic, 2"
  })
  void parts_putTogetherByHand_makeTheSameGate(String variant, int dimension) {
    TfSnoSpec spec = spec(variant, dimension);
    Modes modes = dimension == 1 ? Modes.half(6) : Modes.half(4, 4);
    Points points = dimension == 1 ? Points.of(32) : Points.of(16, 16);
    try (Scope scope = new Scope();
        Constants constants = new Constants();
        Parameters parameters = new Parameters();
        Autograd.Mode off = Autograd.off()) {
      SpectralConv spectral =
          new SpectralConv(
              parameters, constants, "phi", CHANNELS, CHANNELS, modes, Initialiser.zeros());
      Gate gate =
          new Gate(
              parameters,
              constants,
              "gate",
              spec,
              new GivenFeatures(spec.gate(), Inputs.NONE, constants, null),
              CHANNELS,
              modes,
              points);
      parameters.allocate(Device.CPU, new Rng(1));
      stir(parameters);
      Tensor z = noise(5, points.shape(CHANNELS, SAMPLES));
      Tensor x = spectral.analyse(z);
      assertThat(gate.fuses(points)).isTrue();

      TrainingGrid grid = new TrainingGrid(points, constants);
      GateInput input = new GateInput(new ModeTable(modes, constants), grid, z, x);
      Tensor found = byHand(gate.parts(Device.CPU), grid, input, z, x);
      Tensor truth =
          gate.delta(z, x, Pass.plain(Conditions.NONE)).expand(modes.count(), 1, CHANNELS, SAMPLES);

      assertThat(truth.square().mean(0, 1, 2, 3).toFloats()[0]).isGreaterThan(1e-6f);
      assertClose(found.view(modes.count(), 1, CHANNELS, SAMPLES), truth.contiguous(), 1e-5);
    }
  }

  /** An ablation, or a gate that sees statistics which the kernels do not know. */
  private static TfSnoSpec spec(String variant, int dimension) {
    TfSnoSpec full = TfSnoSpec.defaults(dimension);
    return variant.equals("every-statistic")
        ? full.withGate(full.gate().withFeatures(Statistics.names(Statistics.all())))
        : Ablations.of(variant).of(full, dimension);
  }

  private static Tensor byHand(
      GateParts parts, TrainingGrid grid, GateInput input, Tensor z, Tensor x) {
    List<String> used =
        IntStream.range(0, FusedGate.STATISTICS.size())
            .filter(i -> (parts.features() >> i & 1) == 1)
            .mapToObj(FusedGate.STATISTICS::get)
            .toList();
    Tensor others = parts.others() == null ? null : parts.others().of(z, x);
    Tensor own = used.isEmpty() ? null : new StateStatistics(used, grid).of(input);
    Tensor seen = own == null ? others : others == null ? own : Tensor.cat(0, own, others);
    Tensor h = parts.activation().apply(parts.first().apply(seen));
    h = parts.middle() == null ? h : parts.middle().apply(h);
    Tensor weight = parts.last().weight();
    Tensor bias = parts.last().bias().view(-1, 1);
    if (parts.spread() != null) {
      weight = parts.spread().apply(weight);
      bias = parts.spread().apply(bias);
    }
    double alpha = Math.log1p(Math.exp(parts.gain().tensor().toFloats()[0]));
    return weight.matmul(h).add(bias).tanh().mul(alpha);
  }

  @ParameterizedTest
  @CsvSource({"56, true", "57, false"})
  void kernels_areClaimedForAsManyNumbersAsTheyHaveThreads(int given, boolean expected) {
    GateSpec spec = GateSpec.DEFAULT.withConditions(true);
    String[] names = IntStream.range(0, given).mapToObj(i -> "p" + i).toArray(String[]::new);
    try (Constants constants = new Constants();
        Parameters parameters = new Parameters()) {
      Gate gate =
          new Gate(
              parameters,
              constants,
              "gate",
              TfSnoSpec.defaults(1).withGate(spec),
              new GivenFeatures(spec, Inputs.ofParameters(names), constants, null),
              CHANNELS,
              Modes.half(6),
              Points.of(32));
      assertThat(gate.fuses(Points.of(32))).isEqualTo(expected);
    }
  }

  /** The last layer starts at zero. */
  private static void stir(Parameters parameters) {
    int count = Math.toIntExact(parameters.count());
    Tensor change = Tensor.of(new Rng(2).normals(count), count).mul(0.2);
    parameters.flat().addInPlace(change.to(DType.FLOAT32));
  }
}
