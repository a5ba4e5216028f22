package io.tfsno.serve;

import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
import io.tfsno.operator.Rollout;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.frame.Frame;
import io.tfsno.serve.http.Tally;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.PowerSpectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the next steps of several rollouts at once. Belongs to one thread, which makes, uses and
 * closes it: on a GPU a step is recorded for each size of batch, and kept.
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
      rollout.start(Tensor.of(states, shape.states(batch)).to(device));
      for (int i = 0; i < steps; i++) {
        long start = System.nanoTime();
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

  private Rollout rollout(int batch) {
    return new Rollout(model::step, memory, device, shape.states(batch));
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
    double[][][] gains = to.extras().gains() ? gains(values) : null;
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
              gains == null ? null : gains[i]));
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

  /** {@code [state][block][wave number]}; null without gates. A gate depends on its state alone. */
  private double[][][] gains(List<float[]> values) {
    Gated gated = Gated.of(model.operator()).filter(Gated::isGated).orElse(null);
    if (gated == null) {
      return null;
    }
    try (Scope scope = new Scope()) {
      Tensor states = model.card().normaliser().normalise(together(values));
      List<GateReading> readings = gated.gates(states);
      double[][][] gains = new double[values.size()][readings.size()][];
      for (int b = 0; b < readings.size(); b++) {
        ModeShells shells = new ModeShells(readings.get(b).modes());
        int modes = readings.get(b).modes().count();
        double[] perMode = readings.get(b).delta().add(1).mean(1).toDoubles();
        for (int i = 0; i < gains.length; i++) {
          gains[i][b] = shells.means(Arrays.copyOfRange(perMode, i * modes, (i + 1) * modes));
        }
      }
      return gains;
    }
  }

  @Override
  public void close() {
    rollouts.values().forEach(Rollout::close);
    stream.close();
  }
}
