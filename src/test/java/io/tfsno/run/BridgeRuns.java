package io.tfsno.run;

import io.tfsno.data.InputScales;
import io.tfsno.data.Normaliser;
import io.tfsno.data.feed.Clock;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Rollout;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.context.ContextSpec.Use;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Run folders of {@link BridgeCases} with random weights and predictions. */
final class BridgeRuns {
  private static final int STEPS = 3;
  private static final int SAMPLES = 2;

  private BridgeRuns() {}

  /** Writes all, and gives their names. */
  static List<String> write(Path root) throws IOException {
    Map<String, BridgeCases.Case> cases = BridgeCases.all();
    for (Map.Entry<String, BridgeCases.Case> each : cases.entrySet()) {
      write(root.resolve(each.getKey()), each.getValue());
    }
    return List.copyOf(cases.keySet());
  }

  /** Writes a start of the size of the training data next to a model, and what it predicts. */
  static void predict(Path run) throws IOException {
    try (Scope scope = new Scope();
        TrainedModel model = TrainedModel.load(run, Device.CPU)) {
      ModelCard card = model.card();
      long[] states = card.shape().states(SAMPLES);
      Points points = card.shape().points();
      Tensor waves =
          Resample.to(
              normals(new Rng(5), Points.cube(points.dimension(), 8).shape(SAMPLES, 1)), points);
      write(run.resolve("u0.npy"), waves.mul(card.normaliser().deviation().get(0)));
      Npy.write(
          run.resolve("expected.npy"),
          ints(inserted(states, STEPS + 1)),
          rollout(model, run, STEPS));
    }
  }

  /** Writes one of them. */
  static Path write(Path root, String name) throws IOException {
    write(root.resolve(name), BridgeCases.all().get(name));
    return root.resolve(name);
  }

  private static void write(Path run, BridgeCases.Case each) throws IOException {
    Files.createDirectories(run);
    Rng rng = new Rng(run.getFileName().hashCode());
    FieldShape shape = each.shape();
    List<Double> mean = List.of(0.3, -0.2).subList(0, shape.channels());
    Normaliser normaliser = new Normaliser(mean, List.of(1.4, 0.7).subList(0, shape.channels()));
    OperatorSpec spec = each.spec().fittedTo(shape);
    InputScales scales =
        new InputScales(
            new Normaliser(List.of(0.1, -0.4), List.of(0.8, 1.2)), new Normaliser(0.3, 0.6));
    boolean plain = shape.inputs().names().isEmpty();
    ModelCard card =
        new ModelCard(spec, shape, normaliser, plain ? InputScales.NONE : scales, "", 0.25);
    try (Scope scope = new Scope();
        Operator operator = spec.build(shape, Device.CPU, rng)) {
      disturb(operator, rng);
      // Limits that predictions exceed.
      operator.survey(normals(rng, shape.states(SAMPLES)).mul(0.3));
      Safetensors.write(
          run.resolve(RunFolder.MODEL), Weights.stored(operator.parameters()), card.toMetadata());
      long[] states = shape.on(each.on()).states(SAMPLES);
      Inputs inputs = shape.inputs();
      List<Tensor> observed = trajectory(normals(rng, states), inputs.observed());
      write(run.resolve("u0.npy"), observed.get(observed.size() - 1));
      if (observed.size() > 1) {
        Tensor[] earlier = observed.subList(0, observed.size() - 1).toArray(Tensor[]::new);
        write(run.resolve("history.npy"), Tensor.stack(1, earlier));
      }
      if (!plain) {
        random(run.resolve("fields.npy"), rng, each.on().shape(SAMPLES, inputs.fields().size()));
        random(run.resolve("parameters.npy"), rng, SAMPLES, inputs.parameters().size());
      }
      TrainedModel model = new TrainedModel(card, operator);
      if (model.clock() == Clock.LAW) {
        random(run.resolve("time.npy"), rng, SAMPLES);
      }
      if (inputs.remembers()) {
        write(run.resolve("context.npy"), context(model, run));
      }
      float[] all = rollout(model, run, STEPS);
      Npy.write(run.resolve("expected.npy"), ints(inserted(states, STEPS + 1)), all);
    }
  }

  private static void random(Path file, Rng rng, long... shape) {
    write(file, normals(rng, shape));
  }

  private static void write(Path file, Tensor values) {
    Npy.write(file, ints(values.shape()), values.toFloats());
  }

  /** States that drift and decay more and more, the oldest first. */
  private static List<Tensor> trajectory(Tensor first, int count) {
    List<Tensor> states = new ArrayList<>(List.of(first));
    while (states.size() < count) {
      Tensor now = states.get(states.size() - 1);
      double share = 0.1 + 0.06 * states.size();
      now = now.sub(now.cube().mul(0.02));
      for (int axis = 2; axis < first.rank(); axis++) {
        now = now.mul(1 - share).add(now.roll(1, axis).mul(share));
      }
      states.add(now);
    }
    return states;
  }

  private static Tensor normals(Rng rng, long... shape) {
    return Tensor.of(rng.normals(count(shape)), shape).to(DType.FLOAT32);
  }

  /** No weight stays at the zero or the one that it starts with. */
  private static void disturb(Operator operator, Rng rng) {
    try (Autograd.Mode off = Autograd.off()) {
      for (Tensor all : List.of(operator.parameters().flat(), operator.parameters().flatState())) {
        double[] noise = rng.normals(Math.toIntExact(all.size(0)));
        all.addInPlace(Tensor.of(noise, noise.length).to(all.type()).mul(0.1));
      }
      Parameters parameters = operator.parameters();
      parameters
          .frozen()
          .forEach(s -> parameters.flat().narrow(0, s.start(), s.count()).zeroInPlace());
    }
  }

  /** From what lies in a folder: {@code [sample, step, channel, x(, y, z)]}, the start first. */
  static float[] rollout(TrainedModel model, Path start, int steps) {
    Tensor u = stored(start.resolve("u0.npy"));
    Tensor[] states = new Tensor[steps + 1];
    states[0] = u;
    try (Rollout rollout = model.open(u.shape())) {
      rollout.start(
          u,
          new Conditions(
              history(model, start),
              stored(start.resolve("fields.npy")),
              stored(start.resolve("parameters.npy")),
              time(model, start, u.size(0)),
              context(model, start)));
      for (int i = 1; i <= steps; i++) {
        rollout.step();
        states[i] = rollout.state().copy();
      }
    }
    return Tensor.stack(1, states).toFloats();
  }

  /** As stored; by an elapsed clock nobody has to say it. */
  private static Tensor time(TrainedModel model, Path start, long samples) {
    return model.clock() == Clock.ELAPSED
        ? Tensor.full(model.card().observedTime(), DType.FLOAT32, Device.CPU, samples)
        : stored(start.resolve("time.npy"));
  }

  private static Tensor stored(Path file) {
    if (!Files.exists(file)) {
      return null;
    }
    NpyArray array = Npy.read(file);
    return Tensor.of(array.floats(), Arrays.stream(array.shape()).asLongStream().toArray());
  }

  /** The states that the model sees in addition to the present one, the latest first. */
  private static Tensor history(TrainedModel model, Path start) {
    int count = model.card().shape().inputs().history() - 1;
    List<Tensor> observed = observed(start);
    Tensor[] states = new Tensor[count];
    for (int i = 0; i < count; i++) {
      states[i] = observed.get(observed.size() - 2 - i);
    }
    return count == 0 ? null : Tensor.cat(1, states);
  }

  /** What the model remembers of the first states; null where it remembers nothing. */
  private static Tensor context(TrainedModel model, Path start) {
    Inputs inputs = model.card().shape().inputs();
    return inputs.remembers()
        ? model.observe(observed(start).subList(0, inputs.context().states()))
        : null;
  }

  /** All states up to the present one, the oldest first. */
  private static List<Tensor> observed(Path start) {
    List<Tensor> states = new ArrayList<>();
    Tensor earlier = stored(start.resolve("history.npy"));
    for (int i = 0; earlier != null && i < earlier.size(1); i++) {
      states.add(earlier.select(1, i));
    }
    states.add(stored(start.resolve("u0.npy")));
    return states;
  }

  /** A run of a model with a size that nobody knows of. */
  static Path withUnknownSize(Path run) throws IOException {
    write(run, new BridgeCases.Case(BridgeCases.FNO, BridgeCases.box(Boundary.PERIODIC, 1, 16)));
    return withChange(run, "model", "\\{", "{\"attention\":4,");
  }

  /** A run of a model that remembers something nobody knows of. */
  static Path withUnknownFeature(Path run) throws IOException {
    Inputs context = Inputs.ofContext(ContextSpec.defaults().to(Use.CHANNELS));
    write(
        run,
        new BridgeCases.Case(
            BridgeCases.FNO, BridgeCases.box(Boundary.PERIODIC, 1, 16).with(context)));
    return withChange(run, "shape", "RATIOS", "COLOURS");
  }

  private static Path withChange(Path run, String entry, String from, String to) {
    Path file = run.resolve(RunFolder.MODEL);
    Safetensors source = Safetensors.read(file);
    Map<String, String> metadata = new LinkedHashMap<>(source.metadata());
    metadata.compute(entry, (key, text) -> text.replaceFirst(from, to));
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    source.names().forEach(name -> tensors.put(name, source.get(name)));
    Safetensors.write(file, tensors, metadata);
    return run;
  }

  /** The shape with one more axis behind the samples. */
  private static long[] inserted(long[] states, long size) {
    long[] all = new long[states.length + 1];
    all[0] = states[0];
    all[1] = size;
    System.arraycopy(states, 1, all, 2, states.length - 1);
    return all;
  }

  private static int count(long... shape) {
    return Math.toIntExact(Arrays.stream(shape).reduce(1, (a, b) -> a * b));
  }

  private static int[] ints(long... shape) {
    return Arrays.stream(shape).mapToInt(Math::toIntExact).toArray();
  }
}
