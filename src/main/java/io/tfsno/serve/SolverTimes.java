package io.tfsno.serve;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.bench.perf.FairSolver;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.TooBusy;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Times the solver at its cheapest setting that is as accurate as a model. Each setting is timed
 * once, one at a time; a benchmark has some dozens.
 */
final class SolverTimes {
  private static final List<String> KEYS = List.of("benchmark", "step", "error");

  private record Timed(String benchmark, Benchmark.Settings settings) {}

  private final Reference reference;
  private final Limits limits;
  private final Map<Timed, Double> known = new ConcurrentHashMap<>();
  private final ReentrantLock clock = new ReentrantLock();

  SolverTimes(Reference reference, Limits limits) {
    this.reference = reference;
    this.limits = limits;
  }

  void answer(Call call) throws IOException, InterruptedException {
    for (String key : call.queries().keySet()) {
      if (!KEYS.contains(key)) {
        throw Names.unknown("key", Call.shown(key), KEYS);
      }
    }
    Benchmark benchmark = Benchmark.named(Call.shown(text(call, "benchmark", "E1 to E6")));
    int step = step(call);
    double error = error(call);
    FairSolver fastest = null;
    double least = Double.POSITIVE_INFINITY;
    for (FairSolver candidate : FairSolver.candidates(benchmark, step, error)) {
      double ms = milliseconds(benchmark, candidate.settings());
      if (ms < least) {
        fastest = candidate;
        least = ms;
      }
    }
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("benchmark", benchmark.id());
    d.putAll(fastest.document());
    d.put("ms_per_step", (float) least);
    d.put("device", reference.device().toString());
    Map<String, Object> truth =
        new FairSolver(benchmark, benchmark.reference(), step, null).document();
    truth.put("ms_per_step", (float) milliseconds(benchmark, benchmark.reference()));
    d.put("reference", truth);
    call.json(200, d);
  }

  private static String text(Call call, String key, String expected) {
    String value = call.query(key);
    if (value == null || value.isBlank()) {
      throw new UserError("'%s': %s".formatted(key, expected), "none", "Add ?%s=.".formatted(key));
    }
    return value;
  }

  private int step(Call call) {
    String expected = "a step from 1 to %d".formatted(limits.steps());
    String text = text(call, "step", expected);
    try {
      int step = Integer.parseInt(text);
      if (step >= 1 && step <= limits.steps()) {
        return step;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw wrong("step", expected, text);
  }

  private static double error(Call call) {
    String expected = "a relative error above 0";
    String text = text(call, "error", expected);
    try {
      double error = Double.parseDouble(text);
      if (error > 0 && Double.isFinite(error)) {
        return error;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw wrong("error", expected, text);
  }

  private static UserError wrong(String key, String expected, String found) {
    return new UserError(
        "'%s': %s".formatted(key, expected), "'" + Call.shown(found) + "'", "Correct it.");
  }

  private double milliseconds(Benchmark benchmark, Benchmark.Settings settings)
      throws InterruptedException {
    Timed timed = new Timed(benchmark.id(), settings);
    Double before = known.get(timed);
    if (before != null) {
      return before;
    }
    if (!clock.tryLock(limits.answer().toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TooBusy("expected the solver to be timed soon, found others waiting. Try again.");
    }
    try {
      if (!known.containsKey(timed)) {
        known.put(timed, reference.secondsPerStep(benchmark, settings) * 1e3);
      }
      return known.get(timed);
    } finally {
      clock.unlock();
    }
  }
}
