package io.tfsno.bench.perf;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Benchmark.Settings;
import io.tfsno.pde.catalogue.SolverSettings;
import io.tfsno.pde.solver.BlowUp;
import io.tfsno.train.loss.RelativeError;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Measures how exact a benchmark's solver is at coarse settings. All start from the states that
 * models see, on the grid that models train on, and are compared with the reference there.
 */
public final class SettingSweep implements AutoCloseable {
  private static final int[] STEPS = {1, 10, 25, 50, 100};

  /** Even sizes for which transforms are fast: 4 to 7 times a power of two. */
  private static final int[] LEADING = {4, 5, 6, 7};

  private static final int[] SUBSTEPS = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 50, 100, 200};

  /** Smaller gains in accuracy are within what other trajectories would change. */
  private static final double WORTH = 0.1;

  /** Far below what models reach. */
  private static final double FLOOR = 1e-5;

  private static final int DIGITS = 3;

  private final Benchmark benchmark;
  private final Device device;
  private final Stream stream;
  private final Scope scope;
  private final List<Integer> steps;
  private final int trajectories;
  private final List<Tensor> truth;

  /** Integrates the reference. */
  public SettingSweep(Benchmark benchmark, Device device) {
    this.benchmark = benchmark;
    this.device = device;
    this.stream = Stream.open(device);
    this.scope = new Scope();
    this.steps = Arrays.stream(STEPS).filter(s -> s < benchmark.snapshots()).boxed().toList();
    this.trajectories = benchmark.dimension() == 1 ? 4 : 2;
    this.truth = states(benchmark.reference());
  }

  /** All settings on the frontier of points, substeps and errors. */
  public SolverSettings measure() {
    List<SolverSettings.Entry> settings = new ArrayList<>();
    for (int points : points()) {
      for (int substeps : SUBSTEPS) {
        if (substeps <= benchmark.reference().substeps()) {
          measure(new Settings(points, substeps)).ifPresent(settings::add);
        }
      }
    }
    return new SolverSettings(
            benchmark.id(), benchmark.reference(), trajectories, steps, List.copyOf(settings))
        .frontier(benchmark.dimension(), WORTH, FLOOR);
  }

  /** One setting; nothing if it blows up, or is never better than no prediction at all. */
  public Optional<SolverSettings.Entry> measure(Settings settings) {
    try (Scope inner = new Scope()) {
      List<Tensor> states = states(settings);
      List<Double> errors =
          IntStream.range(0, truth.size())
              .mapToObj(i -> error(states.get(i), truth.get(i)))
              .toList();
      return errors.stream().allMatch(e -> e >= 1)
          ? Optional.empty()
          : Optional.of(new SolverSettings.Entry(settings.points(), settings.substeps(), errors));
    } catch (BlowUp e) {
      return Optional.empty();
    }
  }

  private int[] points() {
    int least = benchmark.trainingPoints() / 4;
    int most = benchmark.fast().points();
    return IntStream.iterate(1, power -> power <= most, power -> 2 * power)
        .flatMap(power -> Arrays.stream(LEADING).map(n -> n * power))
        .filter(n -> n >= least && n <= most)
        .sorted()
        .toArray();
  }

  /** The states at the steps, on the models' grid. */
  private List<Tensor> states(Settings settings) {
    TestSolver solver = new TestSolver(benchmark, settings, trajectories, device);
    long[] shape = solver.modelPoints().shape(trajectories, benchmark.equation().channels());
    Tensor[] kept = new Tensor[steps.size()];
    Arrays.setAll(kept, i -> Tensor.zeros(DType.FLOAT64, device, shape));
    solver.run(
        steps.get(steps.size() - 1),
        solver.modelPoints(),
        (step, values) -> {
          if (steps.contains(step)) {
            kept[steps.indexOf(step)].copyInPlace(values);
          }
        });
    return List.of(kept);
  }

  private static double error(Tensor state, Tensor truth) {
    long[] perTrajectory = IntStream.range(1, truth.rank()).asLongStream().toArray();
    Tensor squared = state.sub(truth).square().sum(perTrajectory);
    double error = RelativeError.of(squared, truth.square().sum(perTrajectory)).mean().item();
    return new BigDecimal(error).round(new MathContext(DIGITS)).doubleValue();
  }

  @Override
  public void close() {
    scope.close();
    stream.close();
  }
}
