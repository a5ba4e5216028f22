package io.tfsno.bench;

import io.tfsno.engine.Device;
import io.tfsno.engine.Stream;
import io.tfsno.nn.Execution;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.train.StepProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several trainings of a model at once on one device: a thread, a stream and a graph for each. */
public final class Parallel {
  private static final int WARM_UP = 10;
  private static final int CHUNK = 20;
  private static final double SECONDS = 1.5;

  private final OperatorSpec spec;
  private final FieldShape shape;
  private final int batch;
  private final Execution execution;
  private final Device device;

  public Parallel(OperatorSpec spec, FieldShape shape, int batch, Execution execution) {
    this.spec = spec;
    this.shape = shape;
    this.batch = batch;
    this.execution = execution;
    this.device = execution.device();
  }

  /** Samples per second of all trainings together. */
  public double samplesPerSecond(int trainings) {
    CyclicBarrier start = new CyclicBarrier(trainings);
    ExecutorService threads = Executors.newFixedThreadPool(trainings);
    try {
      List<Callable<Double>> work = new ArrayList<>();
      for (int i = 0; i < trainings; i++) {
        work.add(() -> train(start));
      }
      double sum = 0;
      for (Future<Double> rate : threads.invokeAll(work)) {
        sum += rate.get();
      }
      return sum;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  private double train(CyclicBarrier start) throws Exception {
    try (Stream stream = Stream.open(device);
        StepProbe probe = new StepProbe(spec, shape, batch, 0.01, execution, true)) {
      steps(probe, WARM_UP);
      stream.synchronize();
      start.await();
      long began = System.nanoTime();
      long done = 0;
      double seconds = 0;
      while (seconds < SECONDS) {
        steps(probe, CHUNK);
        stream.synchronize();
        done += CHUNK;
        seconds = (System.nanoTime() - began) * 1e-9;
      }
      return done * batch / seconds;
    }
  }

  private static void steps(StepProbe probe, int count) {
    for (int i = 0; i < count; i++) {
      probe.trainStep();
    }
  }
}
