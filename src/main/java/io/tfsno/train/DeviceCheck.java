package io.tfsno.train;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.nn.GpuPath;
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.operator.SpectralInit;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.tfsno.Ablations;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.LocalSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Holds a GPU against the CPU: from the same weights and states every model must come to the same
 * answer, the same loss and the same gradient, as far as the precision of the path allows.
 */
public final class DeviceCheck {
  private static final int SAMPLES = 4;

  /**
   * More lines than a GPU has multiprocessors, and so many planes that each has a warp: kernels
   * then divide the work otherwise.
   */
  private static final int MANY_LINES = 160;

  private static final int MANY_PLANES = 64;

  private static final List<String> IN_LARGE_BATCHES = List.of("fno", "tfsno");

  /** One whose channels do not fit into a block of all kernels, one too wide for the kernels. */
  private static final List<Integer> WIDTHS = List.of(128, 144);

  /** Widths of levels that fill no tile of the kernels. */
  private static final List<Integer> UNEVEN = List.of(10, 14, 18);

  private static final double H1 = 0.01;

  /**
   * TF32 keeps 10 bits of each factor: errors of 5e-4, averaged over sums and added over layers.
   */
  private static final double TF32_TOLERANCE = 1e-2;

  /** Float32 rounding in another order of summation, through a whole network. */
  private static final double FLOAT32_TOLERANCE = 2e-4;

  /**
   * Every field that is stored was rounded to 8 bits of mantissa, by 2e-3 of each value at most. An
   * answer has met about ten such roundings: 2e-2 even if all of them pointed the same way.
   */
  private static final double BF16_TOLERANCE = 2e-2;

  private static final Map<GpuPath, Double> TOLERANCE =
      Map.of(
          GpuPath.LIBTORCH, FLOAT32_TOLERANCE,
          GpuPath.TF32, TF32_TOLERANCE,
          GpuPath.FLOAT32, FLOAT32_TOLERANCE,
          GpuPath.BF16, BF16_TOLERANCE);

  /** Variants of TF-SNO that go through other kernels than the model itself. */
  private static final List<String> VARIANTS =
      List.of(
          "no-multiscale",
          "16d",
          "32d",
          "scalar-gate",
          "band-gate",
          "metanet-3-layers-64",
          "stencil-both-gates",
          "stencil-residual-both-gates",
          "stencil-product");

  private static final Inputs GIVEN =
      new Inputs(2, List.of(), Channel.named(List.of("a", "b")), null);

  private static final Inputs REMEMBERED = Inputs.ofContext(ContextSpec.defaults());

  private final Device device;

  public DeviceCheck(Device device) {
    this.device = device;
  }

  /**
   * Relative differences of one model on two devices.
   *
   * @param answer of the states one step later, in the root-mean-square norm
   * @param gradient of the loss with respect to all parameters, in the same norm
   */
  public record Row(
      String model, int dimension, GpuPath path, double answer, double loss, double gradient) {
    public double tolerance() {
      return TOLERANCE.get(path);
    }

    public boolean passed() {
      return Math.max(answer, Math.max(loss, gradient)) <= tolerance();
    }
  }

  /**
   * @param grid null for the usual one of each dimension
   */
  private record Subject(
      String name, IntFunction<OperatorSpec> spec, boolean large, Inputs inputs, Points grid) {
    Subject(String name, IntFunction<OperatorSpec> spec) {
      this(name, spec, false, Inputs.NONE, null);
    }

    /** A model on a grid of its own. */
    static Subject on(Points grid, OperatorSpec spec) {
      return on(grid, spec.model(), spec);
    }

    static Subject on(Points grid, String name, OperatorSpec spec) {
      return new Subject(name + ", " + grid.text(), dimension -> spec, false, Inputs.NONE, grid);
    }

    boolean existsIn(int dimension) {
      return grid == null ? dimension < 3 : grid.dimension() == dimension;
    }

    FieldShape shape(int dimension) {
      FieldShape usual = DeviceCheck.shape(dimension);
      return (grid == null ? usual : usual.on(grid)).with(inputs);
    }

    int samples(int dimension) {
      if (!large) {
        return SAMPLES;
      }
      return dimension == 1 ? MANY_LINES : MANY_PLANES;
    }
  }

  private static List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    Operators.all().forEach(model -> all.add(new Subject(model.name(), model.defaults())));
    for (String name : IN_LARGE_BATCHES) {
      IntFunction<OperatorSpec> sizes = Operators.of(name).defaults();
      all.add(new Subject(name + ", large batch", sizes, true, Inputs.NONE, null));
    }
    for (int width : WIDTHS) {
      all.add(new Subject("fno, width " + width, dimension -> wide(width, dimension)));
    }
    all.add(new Subject("tfsno, uneven widths", DeviceCheck::uneven));
    all.add(new Subject("tfsno, stencils of many waves", d -> waves(d, false)));
    all.add(new Subject("tfsno, residual, of many waves", d -> waves(d, true)));
    all.add(new Subject("fno, conditions", FnoSpec::defaults, false, GIVEN, null));
    all.add(new Subject("tfsno, conditions", DeviceCheck::seeing, false, GIVEN, null));
    all.add(new Subject("tfsno, context", TfSnoSpec::defaults, false, REMEMBERED, null));
    all.add(Subject.on(Points.of(64, 96), ofModes(20, 8, 12)));
    all.add(Subject.on(Points.of(24, 16), ofModes(20, 5, 4)));
    all.add(Subject.on(Points.of(128, 128), ofModes(64, 24)));
    all.add(Subject.on(Points.of(256, 256), ofModes(32, 32)));
    all.add(Subject.on(Points.of(32, 24, 64), ofModes(20, 7, 5, 9)));
    all.add(Subject.on(Points.of(4096), ofModes(64, 64)));
    all.add(Subject.on(Points.of(1120), ofModes(72, 20)));
    all.add(Subject.on(Points.of(2048), TfSnoSpec.defaults(1)));
    all.addAll(stencils());
    for (String name : VARIANTS) {
      Ablations.Ablation variant = Ablations.of(name);
      all.add(
          new Subject(
              "tfsno " + name, dimension -> variant.of(TfSnoSpec.defaults(dimension), dimension)));
    }
    return all;
  }

  /** FNO with what neighbours tell, on lines and planes that kernels divide in every way. */
  private static List<Subject> stencils() {
    String name = "fno, stencil";
    IntFunction<OperatorSpec> usual = d -> FnoSpec.defaults(d).withStencil(true);
    return List.of(
        new Subject(name, usual),
        new Subject(name + ", large batch", usual, true, Inputs.NONE, null),
        new Subject(name + ", width 128", d -> wide(128, d).withStencil(true)),
        Subject.on(Points.of(24, 16), name, ofModes(20, 5, 4).withStencil(true)),
        Subject.on(Points.of(64, 96), name, ofModes(20, 8, 12).withStencil(true)),
        Subject.on(Points.of(128, 128), name, ofModes(64, 24).withStencil(true)),
        Subject.on(Points.of(1120), name, ofModes(72, 20).withStencil(true)));
  }

  /** Gates that see the parameters as well. */
  private static OperatorSpec seeing(int dimension) {
    TfSnoSpec usual = TfSnoSpec.defaults(dimension);
    return usual.withGate(usual.gate().withConditions(true).withStandardise(true));
  }

  private static FnoSpec wide(int width, int dimension) {
    return new FnoSpec(width, dimension == 1 ? 16 : 4, 2, 128, Coordinates.NONE, false);
  }

  private static FnoSpec ofModes(int width, int... modes) {
    return FnoSpec.defaults(2).withWidth(width).withModes(AxisModes.of(modes));
  }

  private static OperatorSpec uneven(int dimension) {
    TfSnoSpec usual = TfSnoSpec.defaults(dimension);
    return new TfSnoSpec(
        UNEVEN,
        usual.modes(),
        true,
        usual.gate(),
        null,
        usual.init(),
        usual.coords(),
        false,
        null,
        null,
        null);
  }

  /** More waves than usual, in a row of blocks and on levels, with local terms alone. */
  private static OperatorSpec waves(int dimension, boolean residual) {
    boolean levels = dimension > 1;
    return new TfSnoSpec(
            levels ? List.of(20, 24, 32) : List.of(28),
            levels ? List.of(16, 12, 8) : List.of(64),
            levels,
            GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE),
            null,
            SpectralInit.SMALL,
            Coordinates.NONE,
            false)
        .withLocal(LocalSpec.NONE.withStencil(true).withGate(true).withResidual(residual));
  }

  /**
   * All models in 1D and 2D with default sizes, and some on other grids, on every path of the GPU.
   *
   * @param wanted chooses among them by name
   * @param found takes each row as it comes: all of them take minutes
   */
  public void run(Predicate<String> wanted, Consumer<Row> found) {
    for (Subject model : subjects().stream().filter(s -> wanted.test(s.name())).toList()) {
      for (int dimension = 1; dimension <= Points.MOST_AXES; dimension++) {
        if (model.existsIn(dimension)) {
          compare(model, dimension).forEach(found);
        }
      }
    }
    for (int dimension = 1; dimension <= 2; dimension++) {
      found.accept(compareRunaways(dimension));
    }
  }

  private List<Row> compare(Subject model, int dimension) {
    List<Row> rows = new ArrayList<>();
    try (Scope scope = new Scope()) {
      Outcome truth = outcome(model, dimension, Execution.on(Device.CPU));
      for (GpuPath path : GpuPath.values()) {
        Outcome found = outcome(model, dimension, new Execution(device, path));
        rows.add(
            new Row(
                model.name(),
                dimension,
                path,
                difference(found.answer, truth.answer),
                difference(found.loss, truth.loss),
                difference(found.gradient, truth.gradient)));
      }
    }
    return rows;
  }

  /** States that ran away or are no numbers are put back on the truth on both devices. */
  private Row compareRunaways(int dimension) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      FieldShape shape = shape(dimension);
      Tensor truth = states(shape, SAMPLES, 1);
      long[] perSample = new long[truth.rank()];
      Arrays.fill(perSample, 1);
      perSample[0] = SAMPLES;
      Tensor factors = Tensor.of(new float[] {1, 1000, Float.NaN, 2}, perSample);
      Tensor wild = states(shape, SAMPLES, 2).mul(factors);
      Tensor expected = Runaways.putBack(wild, truth, GpuPath.TF32);
      Tensor found = Runaways.putBack(wild.to(device), truth.to(device), GpuPath.TF32);
      double apart = difference(onHost(found), onHost(expected));
      return new Row("states put back", dimension, GpuPath.TF32, apart, 0, 0);
    }
  }

  private static FieldShape shape(int dimension) {
    return dimension == 1
        ? new FieldShape(1, 256, 1, 1)
        : new FieldShape(dimension, 64, 1, 2 * Math.PI);
  }

  private record Outcome(Tensor answer, Tensor loss, Tensor gradient) {}

  private static Outcome outcome(Subject model, int dimension, Execution execution) {
    Device device = execution.device();
    FieldShape shape = model.shape(dimension);
    try (Operator operator = model.spec.apply(dimension).build(shape, execution, new Rng(1))) {
      stir(operator);
      Tensor states = states(shape, model.samples(dimension), 1).to(device);
      Tensor after = states(shape, model.samples(dimension), 2).to(device);
      Tensor answer = operator.forward(states, given(shape, states));
      Tensor loss = new Objective(H1, shape.grid(), execution.path()).loss(answer, after);
      loss.backward();
      return new Outcome(
          onHost(answer), onHost(loss), onHost(operator.parameters().flatGradient()));
    }
  }

  /** One earlier state and two numbers, or a context, where the model asks for them. */
  private static Conditions given(FieldShape shape, Tensor states) {
    int samples = Math.toIntExact(states.size(0));
    if (shape.inputs().isEmpty()) {
      return Conditions.NONE;
    }
    if (shape.inputs().remembers()) {
      int count = shape.inputs().context().numbers(shape.dimension());
      double[] normals = new Rng(5).normals(count * samples);
      Tensor context = Tensor.of(normals, samples, count).to(DType.FLOAT32);
      return Conditions.ofContext(context.to(states.device()));
    }
    Tensor numbers = Tensor.of(new Rng(5).normals(2 * samples), samples, 2).to(DType.FLOAT32);
    return new Conditions(
        states(shape, samples, 3).to(states.device()), null, numbers.to(states.device()), null);
  }

  /** Parts that start at zero, such as gates, take part. */
  private static void stir(Operator operator) {
    int count = Math.toIntExact(operator.parameters().count());
    Tensor noise = Tensor.of(new Rng(7).normals(count), count);
    Tensor scaled = noise.mul(0.01).to(DType.FLOAT32).to(operator.parameters().device());
    operator.parameters().flat().addInPlace(scaled);
  }

  /** Waves of all lengths with amplitudes that fall like 1/k, as smooth as solutions are. */
  private static Tensor states(FieldShape shape, int samples, long seed) {
    int n = shape.points().last();
    int cells = shape.cells();
    double[] values = new double[samples * cells];
    Rng rng = new Rng(seed);
    for (int b = 0; b < samples; b++) {
      for (int k = 1; k <= n / 4; k++) {
        double[] ab = rng.normalPair();
        int across = shape.dimension() == 1 ? 0 : rng.below(2 * k + 1) - k;
        for (int i = 0; i < cells; i++) {
          double turns = k * (i % n) / (double) n + across * (i / n) / (double) (cells / n);
          double phase = 2 * Math.PI * turns;
          values[b * cells + i] += (ab[0] * Math.cos(phase) + ab[1] * Math.sin(phase)) / k;
        }
      }
    }
    return Tensor.of(values, shape.states(samples)).to(DType.FLOAT32);
  }

  private static Tensor onHost(Tensor x) {
    return x.detach().to(Device.CPU).to(DType.FLOAT64).copy();
  }

  private static double difference(Tensor found, Tensor truth) {
    double error = found.sub(truth).square().sum().sqrt().item();
    return error / truth.square().sum().sqrt().item();
  }
}
