package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Constants;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.Linear;
import io.tfsno.nn.cuda.FusedHead;
import io.tfsno.nn.cuda.KernelParts;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.Parts;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.Tape;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Pass;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.operator.tfsno.cuda.FusedGate;
import io.tfsno.operator.tfsno.cuda.GatedProduct;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The time-frequency gated spectral neural operator: gated spectral blocks in a U over halving
 * grids, written here for three levels.
 *
 * <pre>
 *   z0 = lift(u)
 *   e0 = ASOB( z0 )                                      N
 *   e1 = ASOB( down_0 shrink(e0) )                       N/2
 *   m  = ASOB( down_1 shrink(e1) )                       N/4
 *   d1 = ASOB( join_1 [ up_1 grow(m), e1 ] )             N/2
 *   d0 = ASOB( join_0 [ up_0 grow(d1), e0 ] )            N
 *   u' = head(d0)
 * </pre>
 *
 * Maps over channels commute with Fourier interpolation, so the way up applies {@code up} and its
 * half of {@code join} on the coarse grid and then grows the sum into place; nothing is joined.
 */
public final class TfSno extends GridOperator implements Gated {
  private final TfSnoSpec spec;
  private final List<Asob> blocks = new ArrayList<>();
  private final List<Linear> down = new ArrayList<>();
  private final List<Linear> up = new ArrayList<>();
  private final List<Linear> join = new ArrayList<>();
  private final Linear lift0;
  private final Linear lift1;
  private final Linear head0;
  private final Linear head1;
  private final FourierResize resize;
  private final GivenFeatures given;
  private final Map<Points, Program> fused = new HashMap<>();

  TfSno(TfSnoSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    this.spec = spec;
    resize = new FourierResize(constants, shape.dimension());
    given = new GivenFeatures(spec.gate(), shape.inputs(), constants, context);
    int width = spec.widths().get(0);
    lift0 = new Linear(parameters, "lift.0", inputChannels(), width);
    lift1 = new Linear(parameters, "lift.1", width, width);
    int turn = spec.levels() - 1;
    for (int i = 0; i < spec.blocks(); i++) {
      int level = level(i);
      blocks.add(
          new Asob(
              parameters,
              constants,
              i,
              spec,
              given,
              shape.inputs().remembers() && shape.inputs().context().phase() ? context : null,
              spec.widths().get(level),
              spec.modes().get(level).half(shape.dimension()),
              networkPoints().halved(level)));
    }
    for (int level = 0; level < turn; level++) {
      int fine = spec.widths().get(level);
      int coarse = spec.widths().get(level + 1);
      down.add(new Linear(parameters, "down." + level, fine, coarse));
      up.add(new Linear(parameters, "up." + level, coarse, fine));
      join.add(new Linear(parameters, "join." + level, 2 * fine, fine));
    }
    head0 = new Linear(parameters, "head.0", width, 4 * width);
    head1 =
        spec.predictDelta()
            ? Linear.zero(parameters, "head.1", 4 * width, shape.channels())
            : new Linear(parameters, "head.1", 4 * width, shape.channels());
  }

  @Override
  protected Tensor network(Tensor u, Pass pass) {
    if (fuses(u, pass)) {
      Program program = fused.computeIfAbsent(points(u), this::inKernels);
      return Tape.run(program, u, given.of(pass.given()));
    }
    Tensor z = lift1.apply(Activations.gelu(lift0.apply(u)));
    z = spec.multiscale() ? throughLevels(z, pass) : inRow(z, pass);
    return head1.apply(Activations.gelu(head0.apply(z)));
  }

  private boolean fuses(Tensor u, Pass pass) {
    return u.device().cuda()
        && parameters.execution().fused()
        && !pass.isObserved()
        && !pass.calibrating()
        && !pass.bringsGates()
        && !given.isLearnt()
        && FusedHead.fits(spec.widths().get(0), 4 * spec.widths().get(0), shape().channels())
        && IntStream.range(0, blocks.size())
            .allMatch(i -> blocks.get(i).fuses(points(u).halved(level(i))));
  }

  Program inKernels(Points points) {
    KernelParts parts = new KernelParts(constants, parameters.execution());
    return program(
        parts,
        (grid, spectral, gate) ->
            new FusedGate(parts.spectrum(grid), spectral, gate, grid.points().last()),
        points,
        parameters.execution().device());
  }

  /**
   * The network in parts, for lines and squares that hold all modes.
   *
   * @param device where constants of gates lie
   */
  public Program program(Parts parts, GatedProduct.Maker gates, Points points, Device device) {
    List<LineGrid> grids = new ArrayList<>();
    for (int level = 0; level < spec.levels(); level++) {
      grids.add(blocks.get(level).grid(points.halved(level)));
    }
    List<FusedAsob> inParts = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      LineGrid grid = grids.get(level(i));
      inParts.add(blocks.get(i).inParts(parts, gates, grid, device, !spec.multiscale()));
    }
    return new FusedTfSno(
        parts,
        grids,
        inParts,
        new FusedTfSno.Maps(lift0, lift1, down, up, join, head0, head1),
        resize,
        blocks.get(0).jointsBehind().toArray(Joint[]::new));
  }

  /** How often the grid of a block was halved. */
  private int level(int block) {
    int turn = spec.levels() - 1;
    return spec.multiscale() ? turn - Math.abs(turn - block) : 0;
  }

  private Tensor inRow(Tensor z, Pass pass) {
    Tensor v = z;
    for (Asob block : blocks) {
      v = block.forward(v, pass);
    }
    return v;
  }

  private Tensor throughLevels(Tensor z, Pass pass) {
    int turn = spec.levels() - 1;
    List<Tensor> skips = new ArrayList<>();
    Tensor v = blocks.get(0).forward(z, pass);
    for (int level = 0; level < turn; level++) {
      skips.add(v);
      Tensor coarser = resize.to(v, points(v).halved(1));
      v = blocks.get(level + 1).forward(down.get(level).apply(coarser), pass);
    }
    for (int level = turn - 1; level >= 0; level--) {
      v = blocks.get(2 * turn - level).forward(joined(level, v, skips.get(level)), pass);
    }
    return v;
  }

  /** {@code join [ up grow(coarse), skip ]}, with all maps of the coarse part on its own grid. */
  Tensor joined(int level, Tensor coarse, Tensor skip) {
    Tensor sum = join.get(level).applyPart(skip, skip.size(0));
    resize.add(sum, join.get(level).partOf(up.get(level).apply(coarse), 0));
    return sum;
  }

  @Override
  public List<GateReading> gates(Tensor u, Conditions conditions) {
    return isGated() ? readings(u, conditions) : List.of();
  }

  @Override
  public Tensor stepWithGates(Tensor u, Conditions conditions, List<Tensor> deltas) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      return scope.keep(step(u, Pass.withGates(conditions, deltas)));
    }
  }

  @Override
  public boolean seesConditions() {
    return isGated() && given.size() > 0;
  }

  @Override
  public List<Tensor> inputs(Tensor u, Conditions conditions) {
    return readings(u, conditions).stream().map(GateReading::input).toList();
  }

  private List<GateReading> readings(Tensor u, Conditions conditions) {
    List<GateReading> readings = new ArrayList<>();
    try (Autograd.Mode off = Autograd.off()) {
      step(u, Pass.observed(conditions, readings::add));
    }
    return readings;
  }

  @Override
  public void calibrate(Tensor u, Conditions conditions, int epoch) {
    super.calibrate(u, conditions, epoch);
    try (Scope scope = new Scope()) {
      if (standardisesAfter(epoch)) {
        try (Autograd.Mode off = Autograd.off()) {
          step(u, Pass.calibrating(conditions));
        }
      }
      if (boundsGains()) {
        boundGains(u, conditions);
      }
    }
  }

  /** Block after block, because what enters one depends on the gains before it. */
  private void boundGains(Tensor u, Conditions conditions) {
    for (int i = 0; i < blocks.size(); i++) {
      if (!blocks.get(i).isGated()) {
        continue;
      }
      try (Scope scope = new Scope()) {
        BlockView block = new BlockView(blocks.get(i));
        Tensor z = gates(u, conditions).get(i).input();
        double sensitivity = BlockConstants.ofWeights(block).including(block, z).sensitivity();
        block.boundAlpha(spec.contraction().alphaFor(sensitivity));
      }
    }
  }

  @Override
  public boolean calibratesAfter(int epoch) {
    return super.calibratesAfter(epoch) || standardisesAfter(epoch) || boundsGains();
  }

  private boolean standardisesAfter(int epoch) {
    GateSpec gate = spec.gate();
    return gate.isPresent() && gate.standardise() && epoch < gate.calibrations();
  }

  private boolean boundsGains() {
    return spec.gate().isPresent() && spec.contraction() != null && spec.contraction().hasTarget();
  }

  /**
   * The norms of the linear maps and the slope of the activation, multiplied along the way that the
   * field takes. Fourier resampling amplifies nothing in the root mean square; mirrored walls do.
   */
  @Override
  public double stepBound(List<Double> ofBlocks) {
    double slope = Activation.GELU.lipschitz();
    Tensor fields = lift0.weight().narrow(1, 0, shape().channels());
    double in = norm(lift1.weight()) * slope * norm(fields);
    double out = norm(head1.weight()) * slope * norm(head0.weight());
    double inside = in * ofBlocks.get(0);
    if (spec.multiscale()) {
      inside = boundOfLevels(inside, ofBlocks);
    } else {
      for (double block : ofBlocks.subList(1, ofBlocks.size())) {
        inside *= block;
      }
    }
    return (spec.predictDelta() ? 1 : 0) + gainOfPadding() * out * inside;
  }

  private double boundOfLevels(double first, List<Double> ofBlocks) {
    int turn = spec.levels() - 1;
    List<Double> skips = new ArrayList<>();
    double v = first;
    for (int level = 0; level < turn; level++) {
      skips.add(v);
      v *= norm(down.get(level).weight()) * ofBlocks.get(level + 1);
    }
    for (int level = turn - 1; level >= 0; level--) {
      double both = Math.hypot(norm(up.get(level).weight()) * v, skips.get(level));
      v = norm(join.get(level).weight()) * both * ofBlocks.get(2 * turn - level);
    }
    return v;
  }

  private static double norm(Tensor matrix) {
    return LinearAlgebra.spectralNorm(matrix).item();
  }

  @Override
  public boolean isGated() {
    return spec.gate().isPresent();
  }

  @Override
  public List<BlockView> blocks() {
    return blocks.stream().map(BlockView::new).toList();
  }

  @Override
  public TfSnoSpec spec() {
    return spec;
  }

  @Override
  public Optional<Sketch> sketch() {
    return Optional.of(
        new TfSnoSketch(spec, shape(), networkPoints(), blocks, inputChannels())
            .sketch(parameters.count()));
  }

  @Override
  public boolean needsTime() {
    return super.needsTime() || spec.gate().isTimed();
  }

  @Override
  public boolean countsElapsed() {
    return super.countsElapsed() || (spec.gate().isTimed() && spec.gate().time().elapsed());
  }

  @Override
  public boolean runsOn(Points points) {
    return spec.fits(points);
  }

  /** Bounds keep running estimates that every step moves. */
  @Override
  public boolean concurrent() {
    return spec.contraction() == null;
  }

  @Override
  public void training(boolean on) {
    blocks.forEach(block -> block.training(on));
  }
}
