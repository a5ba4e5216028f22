package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
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
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Divergence;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Pass;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.operator.tfsno.bound.ChannelMap;
import io.tfsno.operator.tfsno.bound.StepNorms;
import io.tfsno.operator.tfsno.cuda.FusedGate;
import io.tfsno.operator.tfsno.cuda.GatedProduct;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
 * With {@code local.flux} the head gives fluxes, and their {@link Divergence} is the answer.
 *
 * <p>Maps over channels commute with Fourier interpolation, so the way up applies {@code up} and
 * its half of {@code join} on the coarse grid and then grows the sum into place; nothing is joined.
 */
public final class TfSno extends GridOperator implements Gated {
  private final TfSnoSpec spec;
  private final List<Asob> blocks = new ArrayList<>();
  private final List<ChannelMap> down = new ArrayList<>();
  private final List<ChannelMap> up = new ArrayList<>();
  private final List<ChannelMap> join = new ArrayList<>();
  private final ChannelMap lift0;
  private final ChannelMap lift1;
  private final ChannelMap head0;
  private final ChannelMap head1;
  private final FourierResize resize;
  private final Divergence divergence;
  private final GivenFeatures given;
  private final Map<Points, Program> fused = new HashMap<>();

  TfSno(TfSnoSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    this.spec = spec;
    resize = new FourierResize(constants, shape.dimension());
    given = new GivenFeatures(spec.gate(), shape.inputs(), constants, context);
    int width = spec.widths().get(0);
    MapMaker maps = new MapMaker(parameters, spec, shape.channels(), gainOfPadding());
    lift0 = maps.lift(inputChannels(), width);
    lift1 = maps.between("lift.1", width, width);
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
      down.add(maps.between("down." + level, fine, coarse));
      up.add(maps.between("up." + level, coarse, fine));
      join.add(maps.join("join." + level, fine));
    }
    head0 = maps.copies("head.0", width, 4 * width);
    divergence =
        spec.givesFluxes() ? new Divergence(resize, networkPoints(), shape.channels()) : null;
    head1 = maps.last(4 * width, width, spec.outputs(shape));
  }

  @Override
  protected Tensor network(Tensor u, Pass pass) {
    Tensor answer = givenByHead(u, pass);
    return divergence == null ? answer : divergence.of(answer);
  }

  private Tensor givenByHead(Tensor u, Pass pass) {
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
        && FusedHead.fits(spec.widths().get(0), 4 * spec.widths().get(0), spec.outputs(shape()))
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
        new FusedTfSno.Maps(
            lift0.linear(),
            lift1.linear(),
            linears(down),
            linears(up),
            linears(join),
            head0.linear(),
            head1.linear()),
        resize,
        blocks.get(0).jointsBehind().toArray(Joint[]::new));
  }

  private static List<Linear> linears(List<ChannelMap> maps) {
    return maps.stream().map(ChannelMap::linear).toList();
  }

  /** How often the grid of a block was halved. */
  private int level(int block) {
    return spec.blockLevels().get(block);
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
    Linear both = join.get(level).linear();
    Tensor weight = join.get(level).weight();
    long channels = skip.size(0);
    Tensor sum = both.apply(skip, weight.narrow(1, channels, channels));
    resize.add(sum, both.product(up.get(level).apply(coarse), weight.narrow(1, 0, channels)));
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
        GainBounds.set(this, blocks, u, conditions);
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

  /** Mirrored walls add to the product of all norms, and so does what passes the network by. */
  @Override
  public double stepBound(List<Double> ofBlocks) {
    double network = gainOfPadding() * norms().step(ofBlocks);
    double step = (spec.predictDelta() ? 1 : 0) + network;
    return shape().inputs().conserved().isEmpty() ? step : Math.hypot(1, step);
  }

  @Override
  public OptionalDouble stepTarget() {
    return spec.boundsStep()
        ? OptionalDouble.of(spec.contraction().step())
        : OptionalDouble.empty();
  }

  private StepNorms norms() {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      Tensor fields = lift0.weight().narrow(1, 0, shape().channels());
      return new StepNorms(
          StepNorms.layers(norm(fields), norm(lift1.weight())),
          norms(down),
          norms(up),
          norms(join),
          StepNorms.layers(norm(head0.weight()), norm(head1.weight())));
    }
  }

  private static List<Double> norms(List<ChannelMap> maps) {
    return maps.stream().map(map -> norm(map.weight())).toList();
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
            .sketch(parameters.trained()));
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
    Stream.of(List.of(lift0, lift1, head0, head1), down, up, join)
        .flatMap(List::stream)
        .forEach(map -> map.training(on));
  }
}
