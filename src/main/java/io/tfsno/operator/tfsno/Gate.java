package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Mlp;
import io.tfsno.nn.ModeSlice;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.Pass;
import io.tfsno.operator.tfsno.cuda.FusedGate;
import io.tfsno.operator.tfsno.cuda.GateParts;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.ModeTable.OfMode;
import io.tfsno.operator.tfsno.statistic.Spectrum;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;

/**
 * The state-dependent gain of one block:
 *
 * <pre>
 *   delta = alpha tanh( MetaNet( s(z) ) ),    alpha = softplus(alpha*)
 * </pre>
 *
 * The last layer of MetaNet starts at zero, so an untrained gate does nothing. What MetaNet is told
 * in addition to s(z) may also be all that it sees ({@code features: []}): such a gate is the same
 * for all states of a trajectory, the time apart.
 */
final class Gate {
  /**
   * Kernels give each number that MetaNet sees a thread, of which a block has at least this many.
   */
  private static final int MOST_IN_KERNELS = 64;

  private final GateSpec spec;
  private final int channels;
  private final ModeTable table;
  private final TrainingGrid grid;
  private final Features features;
  private final GivenFeatures given;
  private final Mlp metaNet;
  private final Parameter gain;
  private final Parameter gainBound;
  private final Parameter shift;
  private final Parameter scale;

  /**
   * @param trained the points of the block's fields in training
   */
  Gate(
      Parameters parameters,
      Constants constants,
      String name,
      TfSnoSpec operator,
      GivenFeatures given,
      int channels,
      Modes modes,
      Points trained) {
    this.spec = operator.gate();
    this.channels = channels;
    this.table = new ModeTable(modes, constants);
    this.grid = new TrainingGrid(trained, constants);
    long first = parameters.count();
    features =
        switch (spec.controller()) {
          case STATISTICS -> new StateStatistics(spec.features(), grid);
          case DIRECTIONAL -> new DirectionalStatistics(table, grid);
          case LEARNED ->
              new LearnedFeatures(parameters, name + ".encoder", modes.dimension(), channels);
        };
    this.given = given;
    int seen = features.size() + given.size();
    List<Integer> widths = new ArrayList<>(List.of(seen));
    widths.addAll(spec.metaNet().hidden());
    widths.add(outputs());
    metaNet =
        new Mlp(
            parameters,
            name + ".metanet",
            widths,
            spec.metaNet().activation(),
            Initialiser.zeros());
    boolean bounded = operator.contraction() != null;
    double start = bounded ? 0 : Math.log(Math.expm1(spec.alpha()));
    gain = parameters.declare(name + ".gain", Initialiser.constant(start), 1);
    parameters.scaleRate(first, spec.learningRateFactor());
    gainBound =
        bounded
            ? parameters.declareState(
                name + ".gain_bound", Initialiser.constant(operator.contraction().alphaMax()), 1)
            : null;
    shift = state(parameters, name + ".shift", 0, seen);
    scale = state(parameters, name + ".scale", 1, seen);
  }

  private Parameter state(Parameters parameters, String name, double value, int size) {
    return spec.standardise()
        ? parameters.declareState(name, Initialiser.constant(value), size, 1)
        : null;
  }

  private int outputs() {
    return switch (spec.kind()) {
      case NONE -> throw new IllegalStateException("a gate of kind NONE is no gate");
      case SCALAR -> 1;
      case BAND -> spec.bands() * channels;
      case MODE -> table.modes().count() * channels;
    };
  }

  /** {@code [mode or 1, 1, channel or 1, sample]}, for the modes that the grid of z holds. */
  Tensor delta(Tensor z, Tensor x, Pass pass) {
    Tensor g = metaNet.apply(seen(z, x, pass)).tanh().mul(alpha());
    long samples = z.size(1);
    ModeSlice slice = table.slice(z);
    return switch (spec.kind()) {
      case MODE -> slice.ofFlat(g.view(table.modes().count(), 1, channels, samples));
      case BAND -> slice.ofFlat(ofBands(g).view(table.modes().count(), 1, channels, samples));
      default -> g.view(1, 1, 1, samples);
    };
  }

  /** What MetaNet sees, {@code [feature, sample]}. */
  private Tensor seen(Tensor z, Tensor x, Pass pass) {
    Tensor told = given.of(pass.given());
    if (!spec.seesState()) {
      return told;
    }
    Tensor s = statistics(z, x, pass);
    return told == null ? s : Tensor.cat(0, s, told);
  }

  private GateInput input(Tensor z, Tensor x) {
    return new GateInput(table, grid, z, x);
  }

  /** What MetaNet sees of a state, conditions apart: {@code [feature, sample]}. */
  private Tensor statistics(Tensor z, Tensor x, Pass pass) {
    Tensor s = features.of(input(z, x));
    if (spec.detach()) {
      s = s.detach();
    }
    if (shift != null && pass.calibrating()) {
      calibrate(s);
    }
    return standardised(s);
  }

  /** The same for analysis: its gradient is the true one, whether training sees it or not. */
  Tensor statistics(Tensor z, Tensor x) {
    return standardised(features.of(input(z, x)));
  }

  private Tensor standardised(Tensor s) {
    return shift == null ? s : s.sub(ofStatistics(shift.tensor())).div(ofStatistics(stored(scale)));
  }

  /** Takes mean and deviation over the samples as the constants to standardise with. */
  private void calibrate(Tensor s) {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor mean = s.mean(1).view(-1, 1);
      Tensor variance = s.sub(mean).square().mean(1).view(-1, 1);
      ofStatistics(shift.tensor()).copyInPlace(mean);
      ofStatistics(scale.tensor()).copyInPlace(variance.add(Spectrum.EPS_SPREAD).sqrt());
    }
  }

  /** Conditions come standardised: their constants stay 0 and 1. */
  private Tensor ofStatistics(Tensor constants) {
    return constants.narrow(0, 0, features.size());
  }

  /** The gain, one number. */
  Tensor alpha() {
    return gainBound == null
        ? Activations.softplus(gain.tensor())
        : Activations.sigmoid(gain.tensor()).mul(stored(gainBound));
  }

  /**
   * A copy of a piece of state. Autograd keeps what it needs for the backward pass and refuses it
   * if the memory was written to since; all state is one vector, and other parts of it may be.
   */
  private static Tensor stored(Parameter state) {
    return state.tensor().copy();
  }

  /** Sets the bound of the gain of a contractive block. */
  void boundAlpha(double alphaMax) {
    if (gainBound == null) {
      throw new IllegalStateException("only the gain of a contractive operator is bounded");
    }
    gainBound.tensor().copyInPlace(Tensor.of(new float[] {(float) alphaMax}, 1));
  }

  /** Whether there are kernels for a gate of this kind on such a grid. */
  boolean fuses(Points points) {
    List<Integer> hidden = spec.metaNet().hidden();
    int first = hidden.get(0);
    return gainBound == null
        && features.size() + given.size() <= MOST_IN_KERNELS
        && features.fuses(points)
        && hidden.get(hidden.size() - 1) == first
        && FusedGate.fits(channels, first, spec.metaNet().activation());
  }

  /** Its numbers as kernels take them, for a grid that holds all modes. */
  GateParts parts(Device device) {
    boolean allFused = features.fused().size() == features.size();
    List<Linear> layers = metaNet.layers();
    return new GateParts(
        layers.get(0),
        layers.size() > 2 ? metaNet::throughMiddle : null,
        spec.metaNet().activation(),
        layers.get(layers.size() - 1),
        spec.kind() == GateSpec.Kind.MODE ? null : this::ofModesAndChannels,
        gain,
        FusedGate.mask(features.fused()),
        allFused ? null : (z, x) -> features.others(input(z, x)),
        given.size(),
        shift,
        scale,
        spec.detach() || !spec.seesState(),
        table.column("radius", table.whole(), device, table::radius),
        table.column("multiplicity", table.whole(), device, ModeTable::multiplicity));
  }

  boolean seesState() {
    return spec.seesState();
  }

  Mlp metaNet() {
    return metaNet;
  }

  /** How many numbers MetaNet sees of a state. */
  int features() {
    return features.size();
  }

  /** How many it sees in addition. */
  int given() {
    return given.size();
  }

  /** Rows for each output of MetaNet as rows for each mode and channel. */
  private Tensor ofModesAndChannels(Tensor rows) {
    long all = (long) table.modes().count() * channels;
    return spec.kind() == GateSpec.Kind.BAND
        ? ofBands(rows).view(all, rows.size(1))
        : rows.expand(all, rows.size(1));
  }

  /** Every mode takes the value of its radial band. */
  private Tensor ofBands(Tensor g) {
    int bands = spec.bands();
    OfMode[] members = new OfMode[bands];
    for (int b = 0; b < bands; b++) {
      int band = b;
      members[b] = k -> band(k) == band ? 1 : 0;
    }
    Tensor membership = table.rows(bands + " bands", table.whole(), g.device(), members);
    return membership.permute(1, 0).matmul(g.view(bands, channels * g.size(1)));
  }

  private int band(int... k) {
    return Math.min(spec.bands() - 1, (int) (table.radius(k) * spec.bands()));
  }
}
