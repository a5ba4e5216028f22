package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.fused.TapMap;
import io.tfsno.nn.fused.TapPass;

/** A pass in kernels: each step is one launch, and so are the gradients of each map. */
final class FusedTapPass implements TapPass {
  private final FusedTaps taps;
  private final Tensor weights;

  /** Parts of the gradients of all maps, {@code [part, number]}; made when there is one. */
  private Tensor partial;

  /**
   * @param weights of all maps, in the order of the kernels
   */
  FusedTapPass(FusedTaps taps, Tensor weights) {
    this.taps = taps;
    this.weights = weights;
  }

  /** What a launch is given; what stays null is not there. */
  private static final class Given {
    private final Tensor in;
    private Tensor other;
    private Tensor bias;
    private Tensor scale;
    private Tensor add;
    private Tensor out;
    private Tensor second;
    private Tensor dots;

    Given(Tensor in) {
      this.in = in;
    }
  }

  @Override
  public Tensor apply(TapMap map, Tensor u) {
    Given given = new Given(u);
    given.bias = valueOf(map.bias());
    given.scale = valueOf(map.scale());
    given.out = field(map.out(), u, map.cells());
    launch(taps.forward(map), given, map.cells());
    return given.out;
  }

  @Override
  public Stepped step(TapMap gate, TapMap step, Tensor s, Tensor u) {
    Tensor open = field(gate.out(), s, gate.cells());
    Tensor field = field(gate.out(), s, gate.cells());
    Tensor out = field(gate.out(), s, gate.cells());
    taps.gated(gate)
        .launch(
            "gateStep",
            s.size(1) * gate.cells(),
            new Arguments()
                .pointer("s", s)
                .pointer("u", u)
                .pointer("gateWeights", weightsOf(taps.forward(gate)))
                .pointer("stepWeights", weightsOf(taps.forward(step)))
                .pointer("bias", gate.bias().tensor())
                .pointer("dt", step.scale().tensor())
                .pointer("gate", open)
                .pointer("field", field)
                .pointer("out", out));
    return new Stepped(open, field, out);
  }

  @Override
  public SteppedBack stepBack(TapMap gate, TapMap step, Tensor gradient, Stepped stepped) {
    long columns = gradient.size(1) * gate.cells();
    Tensor ofArgument = field(gate.out(), gradient, gate.cells());
    Tensor out = field(gate.in(), gradient, gate.cells());
    Tensor dots = Tensor.empty(DType.FLOAT32, weights.device(), GatedKernel.blocks(columns));
    taps.gated(gate)
        .launch(
            "gateStepBack",
            columns,
            new Arguments()
                .pointer("gradient", gradient)
                .pointer("gate", stepped.gate())
                .pointer("field", stepped.field())
                .pointer("stepWeights", weightsOf(taps.back(step)))
                .pointer("gateWeights", weightsOf(taps.back(gate)))
                .pointer("dt", step.scale().tensor())
                .pointer("ofArgument", ofArgument)
                .pointer("out", out)
                .pointer("dots", dots));
    return new SteppedBack(ofArgument, out, dots);
  }

  @Override
  public Tensor join(TapMap map, Joined fields) {
    Given given = new Given(fields.half());
    given.other = fields.whole();
    given.bias = valueOf(map.bias());
    given.out = field(map.out(), fields.whole(), map.cells());
    launch(taps.forward(map), given, map.cells());
    return given.out;
  }

  @Override
  public Tensor back(TapMap map, Tensor gradient, Tensor added) {
    Given given = new Given(gradient);
    given.add = added;
    given.out = field(map.in(), gradient, map.block() * map.cells());
    launch(taps.back(map), given, map.cells());
    return given.out;
  }

  @Override
  public Joined split(TapMap joint, Tensor gradient) {
    Given given = new Given(gradient);
    given.out = field(joint.in() / 2, gradient, joint.cells() / joint.copies());
    given.second = field(joint.in() / 2, gradient, joint.cells());
    launch(taps.back(joint), given, joint.cells());
    return new Joined(given.out, given.second);
  }

  @Override
  public Begun begin(TapMap output, Tensor gradient, Tensor u) {
    Given given = new Given(gradient);
    given.other = u;
    given.bias = valueOf(output.bias());
    given.scale = valueOf(output.scale());
    given.out = field(output.in(), gradient, output.cells());
    int blocks = taps.back(output).kernel().blocks(gradient.size(1) * output.cells());
    given.dots = Tensor.empty(DType.FLOAT32, weights.device(), blocks);
    launch(taps.back(output), given, output.cells());
    return new Begun(given.out, given.dots);
  }

  @Override
  public void addGradient(TapMap map, Tensor gradient, Joined u, Tensor ofScale, SideStream side) {
    if (partial == null) {
      // The backward pass begins on the finest level.
      int parts = TapOuter.parts(gradient.size(1) * map.cells(), taps.count());
      partial = Tensor.empty(DType.FLOAT32, weights.device(), parts, taps.count());
    }
    int parts = Math.toIntExact(partial.size(0));
    Tensor place = partial.select(0, 0).narrow(0, map.weight().offset() - taps.start(), 1);
    side.runInTurn(() -> taps.outer(map).launch(gradient, u, ofScale, place, parts, taps.count()));
  }

  @Override
  public void finish() {
    taps.weights().add(partial, taps.start());
  }

  private void launch(FusedTaps.Compiled map, Given given, int cells) {
    map.kernel()
        .launch(
            given.in.size(1) * cells,
            new Arguments()
                .pointer("in", given.in)
                .pointerOrNone("other", given.other)
                .pointer("weights", weightsOf(map))
                .pointerOrNone("bias", given.bias)
                .pointerOrNone("scale", given.scale)
                .pointerOrNone("add", given.add)
                .pointer("out", given.out)
                .pointerOrNone("second", given.second)
                .pointerOrNone("dots", given.dots));
  }

  private Tensor weightsOf(FusedTaps.Compiled map) {
    return weights.narrow(0, map.place(), 1);
  }

  private static Tensor field(long channels, Tensor like, long cells) {
    return Tensor.empty(DType.FLOAT32, like.device(), channels, like.size(1), cells);
  }

  private static Tensor valueOf(Parameter parameter) {
    return parameter == null ? null : parameter.tensor();
  }
}
