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
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.operator.Rollout;
import io.tfsno.operator.SpectralInit;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.context.CodeSpec;
import io.tfsno.operator.context.ContextFeature;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.context.ContextSpec.Use;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.GateSpec.Controller;
import io.tfsno.operator.tfsno.GateSpec.Kind;
import io.tfsno.operator.tfsno.LocalSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Run folders of random weights that differ in all that a model may be told, with predictions. */
final class BridgeRuns {
  private static final int STEPS = 3;
  private static final int SAMPLES = 2;
  private static final GateSpec GATE = GateSpec.DEFAULT;
  private static final TfSnoSpec SMALL =
      new TfSnoSpec(
          List.of(4, 5),
          List.of(4, 3),
          true,
          GATE,
          null,
          SpectralInit.NORMAL,
          Coordinates.NONE,
          false);
  private static final FnoSpec FNO = new FnoSpec(4, 4, 3, 6, Coordinates.NONE, false);

  private record Case(OperatorSpec spec, FieldShape shape, Points on) {
    Case(OperatorSpec spec, FieldShape shape) {
      this(spec, shape, shape.points());
    }
  }

  private BridgeRuns() {}

  private static Map<String, Case> cases() {
    Map<String, Case> all = new LinkedHashMap<>();
    FieldShape line = box(Boundary.PERIODIC, 1, 32);
    FieldShape rectangle = box(Boundary.PERIODIC, 2, 20, 14);
    FieldShape cube = box(Boundary.PERIODIC, 1, 12, 10, 14);
    FieldShape walls = box(Boundary.WALL, 2, 18, 15);
    FieldShape channel =
        new FieldShape(
            Grid.of(Points.of(16, 24), new double[] {1, 2}, Boundary.PERIODIC, Boundary.WALL),
            Channel.unnamed(1));
    all.put("fno-rectangle", new Case(FNO.withModes(AxisModes.of(3, 5)), rectangle));
    all.put("fno-cube-delta", new Case(FNO.withPredictDelta(true), cube));
    all.put("fno-walls", new Case(FNO.withCoords(Coordinates.LINEAR), walls));
    all.put(
        "fno-zeros",
        new Case(FNO.withPadding(new PaddingSpec(PaddingSpec.Kind.ZERO, 0.3)), channel));
    all.put("fno-mlp", new Case(FNO.withLifting(7).withChannelMlp(3), rectangle));
    all.put("fno-coarser", new Case(FNO, line, Points.of(6)));
    all.put("tfsno-cube", new Case(SMALL, cube));
    all.put("tfsno-walls", new Case(SMALL.withCoords(Coordinates.PERIODIC), walls));
    all.put("tfsno-finer", new Case(SMALL, rectangle, Points.of(31, 20)));
    all.put("tfsno-coarser", new Case(SMALL, line, Points.of(7)));
    List<String> some = List.of("SPREAD", "CREST", "BAND_RATIO");
    all.put("tfsno-some", new Case(gated(GATE.withFeatures(some).withStandardise(true)), channel));
    all.put("tfsno-band", new Case(gated(GATE.withKind(Kind.BAND).withBands(3)), rectangle));
    all.put("tfsno-band-coarser", new Case(gated(GATE.withKind(Kind.BAND)), line, Points.of(7)));
    all.put("tfsno-scalar", new Case(gated(GATE.withKind(Kind.SCALAR)), cube));
    all.put("tfsno-none", new Case(gated(GATE.withKind(Kind.NONE)), rectangle));
    all.put("tfsno-learned", new Case(gated(GATE.withController(Controller.LEARNED)), cube));
    all.put("tfsno-directions", new Case(gated(GATE.withController(Controller.DIRECTIONAL)), cube));
    Inputs inputs =
        new Inputs(
            3,
            Channel.named(List.of("kappa", "force")),
            Channel.named(List.of("nu")),
            new TimeSpec(2, 3.5, true));
    all.put("fno-conditions", new Case(FNO, rectangle.with(inputs)));
    GateSpec told =
        GATE.withStandardise(true).withConditions(true).withTime(new TimeSpec(1, 2, false));
    all.put("tfsno-conditions", new Case(gated(told), channel.with(inputs)));
    all.put("tfsno-history", new Case(SMALL, line.with(Inputs.ofHistory(2))));
    all.putAll(localCases(line, rectangle, cube, walls));
    all.putAll(guardedCases(line, rectangle, cube));
    all.putAll(contextCases(line, rectangle, cube));
    all.put("tfsno-contraction", new Case(SMALL.withContraction(ContractionSpec.SUGGESTED), cube));
    return all;
  }

  private static Map<String, Case> localCases(
      FieldShape line, FieldShape rectangle, FieldShape cube, FieldShape walls) {
    Map<String, Case> all = new LinkedHashMap<>();
    FnoSpec stencil = FNO.withStencil(true);
    all.put("fno-stencil-walls", new Case(stencil, walls));
    all.put("fno-stencil-finer", new Case(stencil, rectangle, Points.of(31, 20)));
    all.put("fno-product", new Case(FNO.withProduct(true), cube));
    all.put("fno-local-mlp", new Case(stencil.withProduct(true).withChannelMlp(3), rectangle));
    TfSnoSpec everyTerm = SMALL.withLocal(new LocalSpec(true, true, true, true));
    all.put("tfsno-local", new Case(everyTerm, rectangle));
    all.put("tfsno-local-cube", new Case(everyTerm, cube));
    all.put("tfsno-local-walls", new Case(everyTerm, walls));
    all.put("tfsno-local-finer", new Case(everyTerm, rectangle, Points.of(31, 20)));
    all.put("tfsno-local-coarser", new Case(everyTerm, line, Points.of(7)));
    all.put("tfsno-depth", new Case(inRow(new LocalSpec(true, true, false, false), 2), rectangle));
    return all;
  }

  private static Map<String, Case> guardedCases(
      FieldShape line, FieldShape rectangle, FieldShape cube) {
    Map<String, Case> all = new LinkedHashMap<>();
    Inputs guarded = Inputs.guarded(1.2);
    all.put("fno-guard", new Case(FNO, rectangle.with(guarded)));
    all.put("fno-guard-coarser", new Case(FNO, rectangle.with(guarded), Points.of(10, 8)));
    all.put("fno-guard-odd", new Case(FNO, box(Boundary.PERIODIC, 1, 15, 13).with(guarded)));
    all.put("tfsno-guard-finer", new Case(SMALL, line.with(guarded), Points.of(51)));
    all.put("tfsno-guard-cube", new Case(SMALL, cube.with(guarded)));
    String second = rectangle.fields().get(1).name();
    all.put("fno-means", new Case(FNO, rectangle.with(Inputs.conserving(second))));
    Inputs both = new Inputs(2, List.of(), List.of(), null, null, 1.2, List.of("u"));
    all.put("tfsno-guard-means", new Case(SMALL.withPredictDelta(true), cube.with(both)));
    TimeSpec elapsed = new TimeSpec(2, 1.5, true, true);
    all.put("tfsno-elapsed", new Case(gated(GATE.withTime(elapsed)), line.with(both)));
    Inputs timed = new Inputs(1, List.of(), List.of(), elapsed);
    all.put("fno-elapsed", new Case(FNO, rectangle.with(timed)));
    return all;
  }

  private static Map<String, Case> contextCases(
      FieldShape line, FieldShape rectangle, FieldShape cube) {
    Map<String, Case> all = new LinkedHashMap<>();
    FieldShape walls = box(Boundary.WALL, 2, 18, 16);
    ContextSpec usual = ContextSpec.defaults().withStates(4);
    Inputs toGate = Inputs.ofContext(usual);
    all.put("tfsno-context", new Case(gated(GATE.withStandardise(true)), line.with(toGate)));
    all.put("tfsno-context-finer", new Case(SMALL, rectangle.with(toGate), Points.of(31, 20)));
    all.put("tfsno-context-cube", new Case(SMALL, cube.with(toGate)));
    Inputs toChannels = Inputs.ofContext(usual.to(Use.CHANNELS));
    all.put(
        "fno-context-walls", new Case(FNO.withCoords(Coordinates.LINEAR), walls.with(toChannels)));
    ContextSpec law =
        ContextSpec.defaults().withStates(5).withFeatures(ContextFeature.LAW, ContextFeature.TREND);
    all.put("fno-law", new Case(FNO, line.with(Inputs.ofContext(law.to(Use.CHANNELS)))));
    all.put("tfsno-law", new Case(SMALL, cube.with(Inputs.ofContext(law.to(Use.BOTH)))));
    ContextSpec pair = law.withStates(2).withFeatures(ContextFeature.LAW);
    all.put("tfsno-law-pair", new Case(SMALL, rectangle.with(Inputs.ofContext(pair))));
    ContextSpec shifting = usual.withPhase(true);
    all.put(
        "tfsno-phase-learnt",
        new Case(
            SMALL,
            cube.with(Inputs.ofContext(shifting.withLearnt(new CodeSpec(List.of(6, 5), 3))))));
    Inputs phaseAlone = Inputs.ofContext(shifting.withStates(1).to(Use.NONE));
    all.put(
        "tfsno-phase",
        new Case(gated(GATE.withKind(Kind.NONE)), line.with(phaseAlone), Points.of(7)));
    Inputs rest =
        new Inputs(
            2,
            Channel.named(List.of("kappa", "force")),
            Channel.named(List.of("nu")),
            null,
            usual.withLearnt(new CodeSpec(List.of(), 4)).to(Use.BOTH),
            1.2,
            List.of("u"));
    TimeSpec elapsed = new TimeSpec(2, 1.5, true, true);
    all.put(
        "tfsno-context-all",
        new Case(gated(GATE.withConditions(true).withTime(elapsed)), rectangle.with(rest)));
    all.put("fno-context-none", new Case(FNO, line.with(Inputs.ofContext(usual.to(Use.NONE)))));
    return all;
  }

  private static TfSnoSpec inRow(LocalSpec local, int depth) {
    return new TfSnoSpec(
        List.of(4),
        AxisModes.levels(List.of(4)),
        false,
        GATE,
        null,
        SpectralInit.NORMAL,
        Coordinates.NONE,
        true,
        null,
        local,
        depth);
  }

  private static TfSnoSpec gated(GateSpec gate) {
    return SMALL.withGate(gate);
  }

  private static FieldShape box(Boundary boundary, int channels, int... points) {
    return new FieldShape(
        Grid.of(Points.of(points), new double[] {1.5}, boundary), Channel.unnamed(channels));
  }

  /** Writes all, and gives their names. */
  static List<String> write(Path root) throws IOException {
    Map<String, Case> cases = cases();
    for (Map.Entry<String, Case> each : cases.entrySet()) {
      write(root.resolve(each.getKey()), each.getValue());
    }
    return List.copyOf(cases.keySet());
  }

  /** Writes one of them. */
  static Path write(Path root, String name) throws IOException {
    write(root.resolve(name), cases().get(name));
    return root.resolve(name);
  }

  private static void write(Path run, Case each) throws IOException {
    Files.createDirectories(run);
    Rng rng = new Rng(run.getFileName().hashCode());
    FieldShape shape = each.shape;
    List<Double> mean = List.of(0.3, -0.2).subList(0, shape.channels());
    Normaliser normaliser = new Normaliser(mean, List.of(1.4, 0.7).subList(0, shape.channels()));
    OperatorSpec spec = each.spec.fittedTo(shape);
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
      long[] states = shape.on(each.on).states(SAMPLES);
      Inputs inputs = shape.inputs();
      List<Tensor> observed = trajectory(normals(rng, states), inputs.observed());
      write(run.resolve("u0.npy"), observed.get(observed.size() - 1));
      if (observed.size() > 1) {
        Tensor[] earlier = observed.subList(0, observed.size() - 1).toArray(Tensor[]::new);
        write(run.resolve("history.npy"), Tensor.stack(1, earlier));
      }
      if (!plain) {
        random(run.resolve("fields.npy"), rng, each.on.shape(SAMPLES, inputs.fields().size()));
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
    write(run, new Case(FNO, box(Boundary.PERIODIC, 1, 16)));
    return withChange(run, "model", "\\{", "{\"attention\":4,");
  }

  /** A run of a model that remembers something nobody knows of. */
  static Path withUnknownFeature(Path run) throws IOException {
    Inputs context = Inputs.ofContext(ContextSpec.defaults().to(Use.CHANNELS));
    write(run, new Case(FNO, box(Boundary.PERIODIC, 1, 16).with(context)));
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
