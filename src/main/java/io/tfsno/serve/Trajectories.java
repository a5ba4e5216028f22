package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.Equation;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.run.ModelCard;
import io.tfsno.serve.frame.Extras;
import io.tfsno.serve.frame.Format;
import io.tfsno.serve.frame.Frame;
import io.tfsno.serve.frame.FrameJson;
import io.tfsno.serve.frame.FrameWriter;
import io.tfsno.serve.http.Admission;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import io.tfsno.serve.http.TimedOut;
import io.tfsno.serve.http.TooBusy;
import io.tfsno.serve.http.TrajectoryHead;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;

/** Answers requests for initial states, rollouts of models and solutions of the solver. */
final class Trajectories {
  private final ModelShelf shelf;
  private final Reference reference;
  private final Limits limits;
  private final Admission admission;
  private final Semaphore free;

  Trajectories(ModelShelf shelf, Reference reference, Limits limits, Admission admission) {
    this.shelf = shelf;
    this.reference = reference;
    this.limits = limits;
    this.admission = admission;
    this.free = new Semaphore(limits.rollouts());
  }

  /** The initial state alone, on the model's grid. */
  void initial(Call call) throws IOException, InterruptedException {
    Job job = stateAsked(call);
    answer(call, job, job.start.withHistory(job.entry, reference, limits).u0());
  }

  /** The same, moved into the range of the model's training states. */
  void fitted(Call call) throws IOException, InterruptedException {
    Job job = stateAsked(call);
    float[] u0 = job.start.afterBurnIn(job.entry, reference, limits).u0();
    answer(call, job, StateRange.fitted(job.entry, u0));
  }

  private Job stateAsked(Call call) throws IOException, InterruptedException {
    Format format = Format.of(call);
    call.receive();
    return admission.parse(() -> parsed(call, format, false));
  }

  private static void answer(Call call, Job job, float[] u0) throws IOException {
    ModelEntry entry = job.entry;
    TrajectoryHead head = head(entry, entry.name(), 0, StateRange.document(entry.card(), u0));
    FrameWriter writer = job.format.writer().open(call, head);
    writer.frame(new Frame(0, u0, 0, null));
    writer.end();
  }

  void rollout(Call call) throws IOException, InterruptedException {
    limited(
        call,
        job -> {
          if (job.request.profile() != null) {
            throw new UserError(
                "'profile' with /api/solve", "it with /api/rollout", "Leave it out.");
          }
          SharedModel model = shelf.model(job.entry);
          try (RolloutStream stream =
              model.open(
                  job.start.u0(),
                  job.start.given(),
                  job.steps,
                  job.request.extras(),
                  job.patience)) {
            TrajectoryHead head = head(job.entry, job.entry.name(), job.steps, given(job));
            write(
                call,
                job,
                head,
                writer -> {
                  for (Frame f = stream.next(); f != null; f = stream.next()) {
                    writer.frame(f);
                  }
                });
          }
        });
  }

  private static Map<String, Object> given(Job job) {
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("model", job.entry.card().spec().model());
    if (!job.start.given().numbers().isEmpty()) {
      more.put(TrajectoryHead.PARAMETERS, new TreeMap<>(job.start.given().numbers()));
    }
    if (!job.start.hidden().isEmpty()) {
      more.put("hidden", new TreeMap<>(job.start.hidden()));
    }
    if (job.entry.timed()) {
      more.put("time", job.start.given().time());
    }
    return more;
  }

  void solve(Call call) throws IOException, InterruptedException {
    limited(call, job -> solve(call, job));
  }

  private void solve(Call call, Job job) throws IOException, InterruptedException {
    Benchmark b = job.entry.benchmark();
    if (b == null) {
      throw new UserError(
          "a model of a benchmark, whose equation can be solved",
          "'%s', whose data belong to none".formatted(job.entry.name()),
          "Compare it with another model.");
    }
    if (!job.entry.isSolvable()) {
      throw new UserError(
          "a model whose law the solver knows, with parameters of %s only"
              .formatted(b.equation().type().name()),
          "'%s', which depends on more".formatted(job.entry.name()),
          "Compare it with another model.");
    }
    if (job.request.gates() != null) {
      throw new UserError("'gates' with /api/rollout", "it with /api/solve", "Leave it out.");
    }
    if (job.request.memory() != null) {
      throw new UserError("'memory' with /api/rollout", "it with /api/solve", "Leave it out.");
    }
    Profile profile = job.request.profileOrFast();
    Benchmark.Settings settings = b.settings(profile);
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("solver", "ETDRK4");
    more.put("profile", profile.label());
    more.put("solver_points", settings.points());
    more.put("substeps", settings.substeps());
    Equation law = job.start.law(job.entry);
    more.put(TrajectoryHead.PARAMETERS, new TreeMap<>(law.parameters()));
    TrajectoryHead head = head(job.entry, b.id() + "-solver-" + profile.label(), job.steps, more);
    FieldShape shape = job.entry.card().shape();
    write(
        call,
        job,
        head,
        writer ->
            reference.solve(
                law,
                b,
                settings,
                shape,
                job.start.u0(),
                job.steps,
                job.request.extras().spectrum(),
                job.patience,
                writer));
  }

  /** Takes a few steps with a model and its solver, and forgets them. */
  void warmUp(ModelEntry entry) throws InterruptedException {
    float[] u0 = new float[entry.stateSize()];
    Extras all = new Extras(true, true, true);
    try (RolloutStream stream =
        shelf
            .model(entry)
            .open(u0, entry.ordinary(), SharedModel.FIRST_SLICE, all, limits.answer())) {
      for (Frame f = stream.next(); f != null; f = stream.next()) {
        FrameJson.open(f);
      }
    }
    Benchmark b = entry.benchmark();
    if (b != null) {
      FieldShape shape = entry.card().shape();
      Equation law = b.equation();
      reference.solve(
          law, b, b.fast(), shape, u0, 2, true, limits.answer(), f -> FrameJson.open(f));
    }
  }

  /** A request that has been checked. */
  private record Job(
      RolloutRequest request,
      ModelEntry entry,
      Format format,
      Start start,
      int steps,
      Duration patience) {
    Job from(Start other) {
      return new Job(request, entry, format, other, steps, patience);
    }
  }

  /** What a body asks for. After this only the states on the model's grid are kept of it. */
  private Job parsed(Call call, Format format, boolean stepping) throws IOException {
    RolloutRequest request = RolloutRequest.of(call, shelf, limits);
    ModelEntry entry = shelf.entry(request.model());
    int steps = stepping ? steps(request, entry, format) : 0;
    Start start = Start.of(request, entry, limits);
    call.keep(start.bytes());
    Duration patience = format.streams() ? limits.stream() : limits.answer();
    return new Job(request.settings(), entry, format, start, steps, patience);
  }

  private int steps(RolloutRequest request, ModelEntry entry, Format format) {
    if (request.steps() == null || request.steps() < 1 || request.steps() > limits.steps()) {
      throw new UserError(
          "'steps' from 1 to %d".formatted(limits.steps()),
          request.steps() == null ? "none" : request.steps().toString(),
          "Correct it.");
    }
    long values = (request.steps() + 1L) * entry.stateSize();
    if (!format.streams() && values > limits.values()) {
      throw new Refusal(
          413,
          "at most %d numbers in an answer of one piece".formatted(limits.values()),
          values + " (" + request.steps() + " steps of " + entry.stateSize() + ")",
          "Ask for fewer steps, or for a stream with 'Accept: application/x-ndjson'.");
    }
    return request.steps();
  }

  private static TrajectoryHead head(
      ModelEntry entry, String source, int steps, Map<String, Object> more) {
    ModelCard card = entry.card();
    return new TrajectoryHead(source, card.equation(), card.shape(), card.dt(), steps, more);
  }

  private interface Work {
    void run(Job job) throws IOException, InterruptedException;
  }

  private interface Frames {
    void into(FrameWriter writer) throws IOException, InterruptedException;
  }

  /** Bounds concurrent work over all models: a body waits for its place unparsed. */
  private void limited(Call call, Work work) throws IOException, InterruptedException {
    Format format = Format.of(call);
    call.receive();
    if (!free.tryAcquire()) {
      throw new TooBusy(
          "expected at most %d rollouts at a time, found more. Try again shortly."
              .formatted(limits.rollouts()));
    }
    try {
      Job job = admission.parse(() -> parsed(call, format, true));
      Start start = job.start.withHistory(job.entry, reference, limits);
      start.given().require(job.entry.card().shape(), job.entry.timed(), job.steps);
      work.run(job.from(start));
    } finally {
      free.release();
    }
  }

  private static void write(Call call, Job job, TrajectoryHead head, Frames frames)
      throws IOException, InterruptedException {
    FrameWriter writer = job.format.writer().open(call, head);
    try {
      frames.into(writer);
      writer.end();
    } catch (Refusal | TimedOut | CancellationException e) {
      writer.fail(e.getMessage());
      throw e;
    }
  }
}
