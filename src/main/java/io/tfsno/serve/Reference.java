package io.tfsno.serve;

import io.tfsno.base.Cancellation;
import io.tfsno.bench.perf.TestSolver;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.Threads;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.Equation;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.solver.BlowUp;
import io.tfsno.pde.solver.Solver;
import io.tfsno.serve.frame.Frame;
import io.tfsno.serve.frame.FrameWriter;
import io.tfsno.serve.http.Refusal;
import io.tfsno.serve.http.TimedOut;
import io.tfsno.spectral.PowerSpectrum;
import io.tfsno.spectral.Resample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/**
 * The solver next to the models. It runs on the thread of its request, but computes only while it
 * holds one of a few permits, which it gives back while it waits for its reader.
 */
final class Reference {
  private static final int TIMED_STEPS = 10;

  private final Semaphore permits;
  private final Device device;

  Reference(Device device) {
    this.permits = new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors()), true);
    this.device = device;
  }

  /**
   * Integrates from a state on a model's grid and hands out the states there.
   *
   * @param law the benchmark's equation, perhaps with other coefficients
   * @param patience time for the whole solution
   */
  void solve(
      Equation law,
      Benchmark benchmark,
      Benchmark.Settings settings,
      FieldShape shape,
      float[] u0,
      int steps,
      boolean spectra,
      Duration patience,
      FrameWriter sink)
      throws InterruptedException {
    permits.acquire();
    Threads.perOperation(1);
    try (Scope scope = new Scope()) {
      Solver solver =
          new Solver(
              law,
              benchmark.grid(settings.points()),
              benchmark.interval(),
              settings.substeps(),
              device);
      Tensor start =
          Resample.to(
              Tensor.of(doubles(u0), shape.states(1)), benchmark.grid(settings.points()).points());
      Turn turn =
          new Turn(steps, patience, spectra ? new PowerSpectrum(shape.grid(), device) : null, sink);
      solver.run(
          solver.coefficients(start), steps + 1, shape.points(), new Cancellation(), turn::take);
    } catch (BlowUp e) {
      throw new Refusal(
          422,
          "a state that the solver can follow",
          e.getMessage(),
          "Lower the amplitude, or smooth the state.");
    } finally {
      permits.release();
    }
  }

  /** A state on a model's grid and those after it. */
  List<float[]> states(
      Equation law, Benchmark benchmark, FieldShape shape, float[] u0, int steps, Duration patience)
      throws InterruptedException {
    List<float[]> states = new ArrayList<>();
    FrameWriter keep = frame -> states.add(frame.values());
    solve(law, benchmark, benchmark.fast(), shape, u0, steps, false, patience, keep);
    return states;
  }

  /** The usual time of a step of a benchmark's models, from one of its random states. */
  double secondsPerStep(Benchmark benchmark, Benchmark.Settings settings)
      throws InterruptedException {
    permits.acquire();
    Threads.perOperation(1);
    try (Scope scope = new Scope()) {
      TestSolver solver = new TestSolver(benchmark, settings, 1, device);
      long[] times = new long[TIMED_STEPS + 1];
      solver.run(
          TIMED_STEPS, solver.modelPoints(), (step, values) -> times[step] = System.nanoTime());
      return 1e-9
          * IntStream.rangeClosed(1, TIMED_STEPS)
              .mapToLong(step -> times[step] - times[step - 1])
              .sorted()
              .skip(TIMED_STEPS / 2)
              .findFirst()
              .orElseThrow();
    } finally {
      permits.release();
    }
  }

  Device device() {
    return device;
  }

  private static double[] doubles(float[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }

  private final class Turn {
    private final int steps;
    private final long deadline;
    private final Duration patience;
    private final PowerSpectrum spectrum;
    private final FrameWriter sink;
    private long since = System.nanoTime();

    Turn(int steps, Duration patience, PowerSpectrum spectrum, FrameWriter sink) {
      this.steps = steps;
      this.patience = patience;
      this.deadline = System.nanoTime() + patience.toNanos();
      this.spectrum = spectrum;
      this.sink = sink;
    }

    void take(int step, Tensor values) {
      double seconds = step == 0 ? 0 : (System.nanoTime() - since) * 1e-9;
      double[] power =
          spectrum == null ? null : spectrum.shells(spectrum.power(values)).toDoubles();
      Frame frame = new Frame(step, values.toFloats(), seconds, power);
      if (System.nanoTime() - deadline > 0) {
        throw new TimedOut(
            "expected %d steps of the solver within %d s, found %d done. Ask for fewer steps."
                .formatted(steps, patience.toSeconds(), step));
      }
      hand(frame);
      since = System.nanoTime();
    }

    private void hand(Frame frame) {
      permits.release();
      try {
        sink.frame(frame);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        permits.acquireUninterruptibly(); // for a step of the others, at most
      }
    }
  }
}
