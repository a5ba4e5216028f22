package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.ModeSlice;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.cuda.FusedLayer;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.Local;
import io.tfsno.nn.fused.Parts;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Pass;
import io.tfsno.operator.context.ContextCode;
import io.tfsno.operator.tfsno.bound.ChannelMap;
import io.tfsno.operator.tfsno.bound.IsometricStart;
import io.tfsno.operator.tfsno.bound.SpectralMap;
import io.tfsno.operator.tfsno.cuda.GatedProduct;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.EnumSet;

/**
 * The adaptive spectral operator block, on fields {@code [channel, sample, x(, y)]}:
 *
 * <pre>
 *   X  = F z,   Y = (1 + delta(z)) Phi_0 X,   z' = GELU( F^-1 Y + W z )
 * </pre>
 *
 * The gate delta is real, one number for each output channel and mode: it changes amplitudes by a
 * factor in (1 - alpha, 1 + alpha) and no phases. With all the options of a {@link LocalPart}
 *
 * <pre>
 *   z' = z + C GELU( y + y (G z) + W z + sum over axes of (S1 D z + S2 D^2 z / 2) ),
 *   y  = F^-1 ( (1 + delta(z)) Phi_0 F z + Phi_1 F q ),   q = (P1 z) (P2 z)
 * </pre>
 *
 * where products are those of the kept modes of z. A {@link PhaseShift} turns the gated result
 * {@code (1 + delta) Phi_0 F z} by {@code exp(-i k c)}.
 */
final class Asob {
  private final int index;
  private final SpectralConv product;
  private final SpectralMap spectral;
  private final ChannelMap pointwise;
  private final Gate gate;
  private final PhaseShift phase;
  private final LocalPart local;

  /**
   * @param shifting the code that shifts the spectral result; null for none
   */
  Asob(
      Parameters parameters,
      Constants constants,
      int index,
      TfSnoSpec spec,
      GivenFeatures given,
      ContextCode shifting,
      int channels,
      Modes modes,
      Points trained) {
    this.index = index;
    String name = "blocks." + index;
    ContractionSpec bounds = spec.contraction();
    product =
        new SpectralConv(
            parameters,
            constants,
            name + ".spectral",
            channels,
            channels,
            modes,
            spectralStart(spec, channels),
            spec.local() == null ? 0 : spec.local().from());
    Linear plain = pointwise(parameters, name + ".pointwise", spec, channels);
    gate =
        spec.gate().isIn(index)
            ? new Gate(parameters, constants, name + ".gate", spec, given, channels, modes, trained)
            : null;
    phase =
        shifting == null
            ? null
            : new PhaseShift(parameters, constants, name + ".phase", shifting, modes);
    local =
        spec.local() == null
            ? null
            : new LocalPart(parameters, constants, name, spec.local(), channels, product, trained);
    spectral =
        new SpectralMap(
            product,
            bounds == null
                ? null
                : spec.bounds(
                    parameters,
                    name + ".spectral",
                    bounds.spectralBound(),
                    modes.count(),
                    2L * channels));
    pointwise =
        new ChannelMap(
            plain,
            bounds == null
                ? null
                : spec.bounds(
                    parameters, name + ".pointwise", bounds.pointwiseBound(), 1, channels));
  }

  private static Initialiser spectralStart(TfSnoSpec spec, int channels) {
    Initialiser usual = spec.init().of(channels, channels);
    return spec.boundsStep()
        ? IsometricStart.spectral(spec.contraction().spectralBound(), channels, usual)
        : usual;
  }

  private Linear pointwise(Parameters parameters, String name, TfSnoSpec spec, int channels) {
    if (!spec.boundsStep()) {
      return new Linear(parameters, name, channels, channels);
    }
    ContractionSpec bounds = spec.contraction();
    boolean follows = !spec.multiscale() && index > 0;
    double before = follows ? bounds.spectralBound() + bounds.pointwiseBound() : 0;
    IsometricStart.Start start = IsometricStart.block(bounds.pointwiseBound(), channels, before);
    return new Linear(parameters, name, channels, channels, start.weight(), start.bias());
  }

  Tensor forward(Tensor z, Pass pass) {
    Tensor x = product.analyse(z);
    Tensor delta = gate == null ? null : delta(z, x, pass);
    if (pass.isObserved()) {
      pass.observer().accept(reading(z, delta == null ? atRest(z) : delta));
    }
    return combine(z, x, delta, pass.given());
  }

  private Tensor delta(Tensor z, Tensor x, Pass pass) {
    return pass.bringsGates() ? modesFirst(z, pass.gates().get(index)) : gate.delta(z, x, pass);
  }

  /** The block with a gate given from outside, {@code [mode, 1, channel, sample]}. */
  Tensor forwardWithGate(Tensor z, Tensor delta) {
    return combine(z, product.analyse(z), delta, Conditions.NONE);
  }

  private Tensor combine(Tensor z, Tensor x, Tensor delta, Conditions given) {
    ModeSlice kept = slice(z);
    Tensor y = product.mix(x, kept.of(spectralWeight()));
    if (delta != null) {
      y = y.addProduct(y, delta);
    }
    if (phase != null) {
      y = phase.of(y, kept, given);
    }
    Tensor sum = pointwise.apply(z);
    if (local == null) {
      product.addSynthesis(sum, y);
      return Activations.gelu(sum);
    }
    local.addTo(sum, z, product, local.withProducts(y, x, kept));
    return local.result(z, sum);
  }

  private Local localInParts() {
    return local == null ? Local.NONE : local.inParts();
  }

  /** Whether there are kernels for this block on such a grid. */
  boolean fuses(Points points) {
    return !spectral.isBounded()
        && (local == null || local.fuses(points))
        && phase == null
        && (gate == null || gate.fuses(points))
        && product.slice(points).isWhole()
        && isSquare(points)
        && FusedLayer.fits(pointwise.linear().out(), localInParts(), product.modes(), points);
  }

  /** Kernels that resize fields and take their statistics know one number for at most two axes. */
  private boolean isSquare(Points points) {
    Modes modes = product.modes();
    return points.dimension() < 3
        && points.equalAlongAxes()
        && modes.axis(0).positive() == modes.last().positive();
  }

  LineGrid grid(Points points) {
    return new LineGrid(product.modes(), points);
  }

  /**
   * The same block in parts.
   *
   * @param device where constants of the gate lie
   * @param inRow whether the next block follows directly
   */
  FusedAsob inParts(
      Parts parts, GatedProduct.Maker gates, LineGrid grid, Device device, boolean inRow) {
    EnumSet<Joint> joints = EnumSet.of(Joint.TAKES_LINES, Joint.ACTIVE);
    Linear behind = mix();
    if (inRow && behind == null) {
      joints.add(Joint.GIVES_LINES);
    }
    if (isResidual()) {
      joints.add(behind == null ? Joint.RESIDUAL : Joint.PASSED_BY);
    }
    // The gate's statistics add to the gradient of the input before it goes through a GELU.
    boolean follows = inRow && index > 0 && gate == null && behind == null;
    if (follows) {
      joints.addAll(jointsBehind());
    }
    return new FusedAsob(
        parts.product(grid, product),
        gate == null ? null : gates.of(grid, product, gate.parts(device)),
        parts.layer(grid, pointwise.linear(), localInParts(), joints.toArray(Joint[]::new)),
        behind == null ? null : parts.layer(grid, behind, jointsOfMix(inRow)),
        behind == null ? parts.slope(grid, pointwise.linear().out(), isLocallyGated()) : null,
        isResidual(),
        follows);
  }

  /** How the map behind the GELU is joined to it, to the block's input and to the next block. */
  private Joint[] jointsOfMix(boolean inRow) {
    EnumSet<Joint> joints = jointsBehindGelu();
    joints.add(Joint.ADDS);
    if (inRow) {
      joints.add(Joint.GIVES_LINES);
    }
    return joints.toArray(Joint[]::new);
  }

  /** How what follows this block directly is joined to it, as all blocks are alike. */
  EnumSet<Joint> jointsBehind() {
    if (mix() != null) {
      return EnumSet.noneOf(Joint.class);
    }
    EnumSet<Joint> joints = jointsBehindGelu();
    if (isResidual()) {
      joints.add(Joint.AFTER_RESIDUAL);
    }
    return joints;
  }

  private EnumSet<Joint> jointsBehindGelu() {
    EnumSet<Joint> joints = EnumSet.of(Joint.AFTER_GELU, Joint.GIVES_LINES_BACK);
    if (isLocallyGated()) {
      joints.add(Joint.AFTER_GAIN);
    }
    return joints;
  }

  private Linear mix() {
    return local == null ? null : local.mix();
  }

  /** Phi_0 as it acts, {@code [k_d, .., k_1, out, re/im, in]}. */
  Tensor spectralWeight() {
    return spectral.weight();
  }

  /** W as it acts. */
  Tensor pointwiseWeight() {
    return pointwise.weight();
  }

  /** As {@link ChannelMap#training}. */
  void training(boolean on) {
    spectral.training(on);
    pointwise.training(on);
  }

  /** Statistics of an input as MetaNet sees them, {@code [feature, sample]}. */
  Tensor statistics(Tensor z) {
    return gate.statistics(z, product.analyse(z));
  }

  Tensor delta(Tensor z, Pass pass) {
    return gate.delta(z, product.analyse(z), pass);
  }

  boolean isGated() {
    return gate != null;
  }

  /** Whether there is a gate that looks at the block's input. */
  boolean seesState() {
    return isGated() && gate.seesState();
  }

  /** Whether a context shifts its spectral result. */
  boolean isShifted() {
    return phase != null;
  }

  int channels() {
    return pointwise.linear().out();
  }

  Modes modes() {
    return product.modes();
  }

  boolean isLocal() {
    return local != null;
  }

  boolean isLocallyGated() {
    return localInParts().isGated();
  }

  boolean isResidual() {
    return local != null && local.isResidual();
  }

  Gate gate() {
    return gate;
  }

  private ModeSlice slice(Tensor z) {
    return product.slice(product.points(z));
  }

  private static Tensor atRest(Tensor z) {
    return Tensor.zeros(z.type(), z.device(), 1, 1, 1, z.size(1));
  }

  private GateReading reading(Tensor z, Tensor delta) {
    return new GateReading(index, slice(z).modes(), GridOperator.swapFirst(z), modesLast(z, delta));
  }

  /** A gate as others see it, {@code [sample, channel, mode]} in the order of {@link Modes}. */
  Tensor modesLast(Tensor z, Tensor delta) {
    Modes modes = slice(z).modes();
    long samples = z.size(1);
    return delta
        .expand(modes.count(), 1, z.size(0), samples)
        .reshape(modes.count(), z.size(0), samples)
        .permute(2, 1, 0)
        .contiguous();
  }

  /** The inverse of {@link #modesLast}. */
  Tensor modesFirst(Tensor z, Tensor delta) {
    return delta.permute(2, 1, 0).reshape(delta.size(2), 1, z.size(0), z.size(1));
  }
}
