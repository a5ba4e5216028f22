package io.tfsno.train.check;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.nn.GpuPath;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.spectral.Points;
import io.tfsno.train.Objective;
import io.tfsno.train.guard.Runaways;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Holds a GPU against the CPU: from the same weights and states every model must come to the same
 * answer, the same loss and the same gradient, as far as the precision of the path allows.
 */
public final class DeviceCheck {
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
   * All models in 1D and 2D with default sizes, and some on other grids, on every path of the GPU.
   *
   * @param wanted chooses among them by name
   * @param found takes each row as it comes: all of them take minutes
   */
  public void run(Predicate<String> wanted, Consumer<Row> found) {
    for (Subject model : Subject.all().stream().filter(s -> wanted.test(s.name())).toList()) {
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
      FieldShape shape = Subject.usual(dimension);
      Tensor truth = states(shape, Subject.FEW, 1);
      long[] perSample = new long[truth.rank()];
      Arrays.fill(perSample, 1);
      perSample[0] = Subject.FEW;
      Tensor factors = Tensor.of(new float[] {1, 1000, Float.NaN, 2}, perSample);
      Tensor wild = states(shape, Subject.FEW, 2).mul(factors);
      Tensor expected = Runaways.putBack(wild, truth, GpuPath.TF32);
      Tensor found = Runaways.putBack(wild.to(device), truth.to(device), GpuPath.TF32);
      double apart = difference(onHost(found), onHost(expected));
      return new Row("states put back", dimension, GpuPath.TF32, apart, 0, 0);
    }
  }

  private record Outcome(Tensor answer, Tensor loss, Tensor gradient) {}

  private static Outcome outcome(Subject model, int dimension, Execution execution) {
    Device device = execution.device();
    FieldShape shape = model.shape(dimension);
    try (Operator operator = model.spec().apply(dimension).build(shape, execution, new Rng(1))) {
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
