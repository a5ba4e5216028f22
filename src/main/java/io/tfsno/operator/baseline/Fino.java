package io.tfsno.operator.baseline;

import io.tfsno.engine.Convolution;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Execution;
import io.tfsno.nn.cuda.FusedTaps;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.TapMap;
import io.tfsno.nn.fused.Tape;
import io.tfsno.nn.fused.Taps;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Pass;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The finite-difference-inspired neural operator (Cheng et al. 2025), rebuilt from its public
 * description: explicit Euler steps with learnt stencils in a U over halving grids, written here
 * for three levels.
 *
 * <pre>
 *   z  = lift(u)
 *   a  = Step Step z                                       N
 *   b  = Step Step down_0(a)                               N/2
 *   m  = Step Step down_1(b)                               N/4
 *   x1 = Step Step join_1 [ up_1 nearest(m), b ]           N/2
 *   x0 = Step Step join_0 [ up_0 nearest(x1), a ]          N
 *   u' = u + dt head(x0)                                   head zero before training
 * </pre>
 *
 * Step is {@link LocalStep}; down maps each block of 2 points per axis to one. Fields are {@code
 * [sample, channel, x(, y, z)]} here, the order of libtorch's convolutions, which were faster than
 * products with shifted fields; on a GPU with channels last in memory, which is faster still with
 * TF32's products and slower with exact ones. Maps over channels commute with repeating values, so
 * {@code up} and its half of {@code join} are applied on the coarse grid. The stencils are tied to
 * the grid spacing: this operator runs on the grid it was made for.
 *
 * <p>On a GPU, periodic lines and planes run on hand-written kernels, forward and backward ({@link
 * FusedFino}), if the lines of every level are a multiple of 32 points, the rows of a plane one of
 * 16 and their number even. Walls, boxes, fields in 16 bits, positive time steps and stencils that
 * add up to zero are libtorch's.
 */
final class Fino extends GridOperator {
  private final FinoSpec spec;
  private final int dimension;
  private final ConvLayer lift;
  private final List<List<LocalStep>> stages = new ArrayList<>();
  private final List<ConvLayer> down = new ArrayList<>();
  private final List<ConvLayer> up = new ArrayList<>();
  private final List<ConvLayer> join = new ArrayList<>();
  private final ConvLayer head;
  private final TimeStep dt;
  private FinoMaps maps;
  private Program fused;

  Fino(FinoSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    this.spec = spec;
    dimension = shape.dimension();
    List<Integer> channels = spec.channels();
    lift = new ConvLayer(parameters, "lift", dimension, inputChannels(), channels.get(0), 1);
    int turn = spec.levels() - 1;
    for (int i = 0; i <= 2 * turn; i++) {
      int level = turn - Math.abs(turn - i);
      List<LocalStep> stage = new ArrayList<>();
      for (int j = 0; j < spec.steps(); j++) {
        String name = "stages.%d.%d".formatted(i, j);
        stage.add(
            new LocalStep(parameters, constants, name, spec, shape.grid(), channels.get(level)));
      }
      stages.add(stage);
    }
    for (int level = 0; level < turn; level++) {
      int fine = channels.get(level);
      int coarse = channels.get(level + 1);
      down.add(new ConvLayer(parameters, "down." + level, dimension, fine, coarse, 2));
      up.add(new ConvLayer(parameters, "up." + level, dimension, coarse, fine, 1));
      join.add(new ConvLayer(parameters, "join." + level, dimension, 2 * fine, fine, 1));
    }
    head = ConvLayer.zero(parameters, "head", dimension, channels.get(0), shape.channels());
    dt = new TimeStep(parameters, "dt", 0.1, spec.positiveDt());
  }

  @Override
  protected Tensor network(Tensor u, Pass pass) {
    if (u.device().cuda() && (fused != null || fits())) {
      return inParts(inKernels(), u);
    }
    int turn = spec.levels() - 1;
    List<Tensor> skips = new ArrayList<>();
    Tensor z = lift.apply(swapFirst(u));
    Tensor v = stage(0, onMatrixUnits() ? Convolution.channelsLast(z) : z);
    for (int level = 0; level < turn; level++) {
      skips.add(v);
      v = stage(level + 1, down.get(level).apply(v));
    }
    for (int level = turn - 1; level >= 0; level--) {
      v = stage(2 * turn - level, joined(level, v, skips.get(level)));
    }
    return swapFirst(head.apply(v).mul(dt.value()));
  }

  /** Whether there are kernels for it. */
  boolean fits() {
    return dimension <= 2
        && shape().grid().periodic()
        && !spec.positiveDt()
        && !spec.zeroSum()
        && FusedTaps.fit(maps().inOrder(), parameters.execution().path());
  }

  Program inKernels() {
    if (fused == null) {
      fused = program(new FusedTaps(maps().inOrder(), parameters, constants));
    }
    return fused;
  }

  /** The network in parts, for periodic lines and planes, free time steps and free stencils. */
  Program program(Taps taps) {
    return new FusedFino(taps, maps());
  }

  /** Runs it on fields {@code [channel, sample, x(, y)]}. */
  Tensor inParts(Program program, Tensor u) {
    long[] shape = u.shape();
    Tensor out = Tape.run(program, u.reshape(shape[0], shape[1], -1), null);
    shape[0] = shape().channels();
    return out.view(shape);
  }

  private FinoMaps maps() {
    if (maps == null) {
      maps = makeMaps();
    }
    return maps;
  }

  private FinoMaps makeMaps() {
    Points points = shape().points();
    int turn = spec.levels() - 1;
    List<List<FinoMaps.Step>> steps = new ArrayList<>();
    for (int i = 0; i < stages.size(); i++) {
      Points own = points.halved(turn - Math.abs(turn - i));
      steps.add(stages.get(i).stream().map(step -> step.inParts(own)).toList());
    }
    return new FinoMaps(
        lift.inParts(null, points, TapMap.End.PLAIN),
        steps,
        inParts(down, points.halved(1), TapMap.End.PLAIN),
        inParts(up, points.halved(1), TapMap.End.PLAIN),
        inParts(join, points, TapMap.End.JOIN),
        head.inParts(dt, points, TapMap.End.OUTPUT));
  }

  /**
   * @param points of the first layer's result
   */
  private static List<TapMap> inParts(List<ConvLayer> layers, Points points, TapMap.End end) {
    return IntStream.range(0, layers.size())
        .mapToObj(level -> layers.get(level).inParts(null, points.halved(level), end))
        .toList();
  }

  private boolean onMatrixUnits() {
    Execution execution = parameters().execution();
    return execution.device().cuda() && execution.path().roundsFactors();
  }

  private Tensor stage(int index, Tensor z) {
    Tensor v = z;
    for (LocalStep step : stages.get(index)) {
      v = step.apply(v);
    }
    return v;
  }

  /**
   * {@code join [ up nearest(coarse), skip ]}, with all maps of the coarse part on its own grid.
   */
  Tensor joined(int level, Tensor coarse, Tensor skip) {
    Tensor fine = join.get(level).applyPart(skip, skip.size(1), true);
    Tensor grown = join.get(level).applyPart(up.get(level).apply(coarse), 0, false);
    long[] shape = fine.shape();
    long[] split = new long[2 + 2 * dimension];
    long[] repeated = new long[2 + 2 * dimension];
    System.arraycopy(shape, 0, split, 0, 2);
    System.arraycopy(shape, 0, repeated, 0, 2);
    for (int axis = 0; axis < dimension; axis++) {
      split[2 + 2 * axis] = repeated[2 + 2 * axis] = coarse.size(2 + axis);
      split[3 + 2 * axis] = 2;
      repeated[3 + 2 * axis] = 1;
    }
    return fine.view(split).add(grown.view(repeated)).view(shape);
  }

  @Override
  public boolean runsOn(Points points) {
    return points.equals(shape().points());
  }
}
