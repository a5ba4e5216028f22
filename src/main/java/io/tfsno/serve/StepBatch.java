package io.tfsno.serve;

import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Rollout;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.frame.Frame;
import io.tfsno.serve.http.Tally;
import io.tfsno.spectral.PowerSpectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the next steps of several rollouts at once. Belongs to one thread, which makes, uses and
 * closes it: on a GPU a step is captured for each batch size, and kept.
 */
final class StepBatch implements AutoCloseable {
  private final TrainedModel model;
  private final FieldShape shape;
  private final Device device;
  private final PowerSpectrum spectrum;
  private final Tally tally;
  private final Stream stream;
  private final GraphMemory memory;
  private final Map<Integer, Rollout> rollouts = new HashMap<>();

  /** Tables belong to the scope open now. */
  StepBatch(TrainedModel model, Tally tally) {
    this.model = model;
    this.tally = tally;
    shape = model.card().shape();
    device = model.operator().parameters().device();
    stream = Stream.open(device);
    memory = GraphMemory.on(device);
    spectrum = new PowerSpectrum(shape.grid(), device);
  }

  /** Steps all streams as far as the first of them goes, at most one slice, and delivers. */
  void advance(List<RolloutStream> streams) {
    int batch = streams.size();
    int steps = streams.stream().mapToInt(RolloutStream::left).min().orElseThrow();
    boolean begins = streams.stream().anyMatch(s -> s.done() == 0);
    steps = Math.min(steps, begins ? SharedModel.FIRST_SLICE : SharedModel.SLICE);
    int size = shape.channels() * shape.cells();
    float[] states = new float[batch * size];
    for (int i = 0; i < batch; i++) {
      System.arraycopy(streams.get(i).state(), 0, states, i * size, size);
    }
    float[][] after = new float[steps][];
    double[] seconds = new double[steps];
    long begun = System.nanoTime();
    try (Scope scope = new Scope()) {
      Rollout rollout = rollouts.computeIfAbsent(batch, this::rollout);
      rollout.start(Tensor.of(states, shape.states(batch)).to(device), conditions(streams));
      boolean forced = streams.stream().anyMatch(s -> s.course().forced());
      for (int i = 0; i < steps; i++) {
        long start = System.nanoTime();
        if (forced && i > 0) {
          rollout.force(fields(streams, i));
        }
        rollout.step();
        after[i] = rollout.state().toFloats();
        seconds[i] = (System.nanoTime() - start) * 1e-9;
      }
    }
    tally.add(batch, steps, System.nanoTime() - begun);
    for (int i = 0; i < batch; i++) {
      deliver(streams.get(i), i, batch, after, seconds);
    }
  }

  /** What the next step of each depends on. */
  private Conditions conditions(List<RolloutStream> streams) {
    return Conditions.together(
            streams.stream().map(s -> s.course().at(s.done(), s.past(), model)).toList())
        .to(device);
  }

  /** The known fields of each, some steps further. */
  private Tensor fields(List<RolloutStream> streams, int ahead) {
    Tensor[] each =
        streams.stream().map(s -> s.course().fieldsAt(s.done() + ahead)).toArray(Tensor[]::new);
    return Tensor.cat(0, each).to(device);
  }

  private Rollout rollout(int batch) {
    return model.open(memory, shape.states(batch));
  }

  private void deliver(RolloutStream to, int at, int batch, float[][] after, double[] seconds) {
    List<float[]> values = new ArrayList<>();
    boolean first = to.done() == 0;
    if (first) {
      values.add(to.state());
    }
    int size = to.state().length;
    for (float[] all : after) {
      values.add(Arrays.copyOfRange(all, at * size, (at + 1) * size));
    }
    double[][] spectra = to.extras().spectrum() ? spectra(values) : null;
    GateView view = view(to, values);
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      int taken = first ? i - 1 : i;
      frames.add(
          new Frame(
              to.done() + taken + 1,
              values.get(i),
              taken < 0 ? 0 : seconds[taken],
              batch,
              spectra == null ? null : spectra[i],
              view.gains() == null ? null : view.gains()[i],
              first && i == 0 ? view.code() : null,
              view.meanCode() == null ? null : view.meanCode()[i]));
    }
    to.deliver(frames);
  }

  private Tensor together(List<float[]> values) {
    int size = values.get(0).length;
    float[] all = new float[values.size() * size];
    for (int i = 0; i < values.size(); i++) {
      System.arraycopy(values.get(i), 0, all, i * size, size);
    }
    return Tensor.of(all, shape.states(values.size())).to(device);
  }

  private double[][] spectra(List<float[]> values) {
    try (Scope scope = new Scope()) {
      double[] all = spectrum.shells(spectrum.power(together(values))).toDoubles();
      double[][] each = new double[values.size()][];
      for (int i = 0; i < each.length; i++) {
        each[i] = Arrays.copyOfRange(all, i * spectrum.shells(), (i + 1) * spectrum.shells());
      }
      return each;
    }
  }

  /**
   * @param values the present state if it is the first one, and those after it
   */
  private GateView view(RolloutStream of, List<float[]> values) {
    if (!of.extras().gains() && !of.extras().memory()) {
      return GateView.NOTHING;
    }
    try (Scope scope = new Scope()) {
      return GateView.of(model, of.extras(), together(values), conditions(of, values));
    }
  }

  /** What a step from each of the states depends on. */
  private Conditions conditions(RolloutStream of, List<float[]> values) {
    boolean first = of.done() == 0;
    List<float[]> course = new ArrayList<>(of.past());
    if (!first) {
      course.add(of.state());
    }
    course.addAll(values);
    int from = course.size() - values.size();
    List<Conditions> each = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      int step = of.done() + (first ? i : i + 1);
      each.add(of.course().at(step, course.subList(from + i - of.past().size(), from + i), model));
    }
    return Conditions.together(each).to(device);
  }

  @Override
  public void close() {
    rollouts.values().forEach(Rollout::close);
    stream.close();
  }
}
