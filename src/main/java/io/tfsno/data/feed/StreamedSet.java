package io.tfsno.data.feed;

import io.tfsno.data.NonFinite;
import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;

/**
 * Trajectories that stay in their file: for sets larger than memory. Only the states of the next
 * few batches are held. Owns the open file.
 */
public final class StreamedSet implements StateSource {
  private final TrajectoryFile file;
  private final TrajectorySet set;
  private final int count;
  private final Points points;
  private final Normaliser normaliser;
  private final GivenInputs given;
  private final ConditionTensors conditions;
  private final Device device;
  private final Tensor contexts;

  /**
   * @param count trajectories to use, the first ones
   * @param points to resample to, where the set has others
   * @param given what a model is given in addition to the states
   */
  public StreamedSet(
      TrajectoryFile file,
      TrajectorySet set,
      int count,
      Points points,
      Normaliser normaliser,
      GivenInputs given,
      Device device) {
    this.file = file;
    this.set = set;
    this.count = count;
    this.points = points;
    this.normaliser = normaliser;
    this.given = given;
    this.conditions = new ConditionTensors(set, given.names(), points);
    this.device = device;
    contexts = given.first() == null ? null : given.first().of(count, this::step);
  }

  /** A step of some trajectories, normalised, on the CPU. */
  private Tensor step(int first, int part, int step) {
    int[] trajectory = new int[part];
    int[] steps = new int[part];
    for (int i = 0; i < part; i++) {
      trajectory[i] = first + i;
      steps[i] = step;
    }
    return states(at(trajectory, steps, 0)).select(0, 0);
  }

  /** Reads a window onto the CPU. Any thread may call it. */
  StreamedBlock read(Window window) {
    return new StreamedBlock(
        states(window),
        fields(window),
        parameters(window),
        given.timed() ? times(window) : null,
        contexts == null ? null : contextsOf(window));
  }

  private Tensor contextsOf(Window window) {
    return together(window, (trajectory, step) -> contexts.narrow(0, trajectory, 1));
  }

  /** {@code [step, sample, channel, x(, y, z)]}. */
  private Tensor states(Window window) {
    int states = window.steps() + 1;
    int samples = window.samples();
    int size = set.channels() * set.grid().cells();
    float[] all = new float[states * samples * size];
    for (int i = 0; i < samples; i++) {
      long row = window.rows()[i];
      long trajectory = row / set.steps();
      int step = (int) (row % set.steps());
      float[] sample = set.read(trajectory, 1, step, states);
      NonFinite.refuse(
          set, sample, trajectory, step, states); // of very many not all were looked at
      for (int t = 0; t < states; t++) {
        System.arraycopy(sample, t * size, all, (t * samples + i) * size, size);
      }
    }
    long[] stored = set.grid().points().shape((long) states * samples, set.channels());
    Tensor fitted = Resample.to(Tensor.of(all, stored), set.grid(), points);
    Tensor ready = normaliser.normalise(fitted);
    long[] shape = ready.shape();
    long[] split = new long[shape.length + 1];
    split[0] = states;
    split[1] = samples;
    System.arraycopy(shape, 1, split, 2, shape.length - 1);
    return ready.view(split);
  }

  /** {@code [step, sample, field, x(, y, z)]}; null for none. */
  private Tensor fields(Window window) {
    SetConditions declared = conditions.declared();
    if (declared.statics().isEmpty() && declared.forcings().isEmpty()) {
      return null;
    }
    Tensor[] steps = new Tensor[window.steps() + 1];
    for (int t = 0; t < steps.length; t++) {
      int offset = t;
      Tensor fields =
          together(window, (trajectory, step) -> conditions.fields(trajectory, 1, step + offset));
      Tensor ready = given.scales().fields().normalise(fields);
      steps[t] = ready.view(points.shape(1, window.samples(), ready.size(1)));
    }
    return Tensor.cat(0, steps);
  }

  private Tensor parameters(Window window) {
    return conditions.declared().parameters().isEmpty()
        ? null
        : given
            .scales()
            .parameters()
            .normalise(
                together(window, (trajectory, step) -> conditions.parameters(trajectory, 1)));
  }

  /** {@code [step, sample]}. */
  private Tensor times(Window window) {
    Tensor[] steps = new Tensor[window.steps() + 1];
    for (int t = 0; t < steps.length; t++) {
      int offset = t;
      steps[t] =
          together(
                  window,
                  (trajectory, step) ->
                      conditions.time(given.clock(), trajectory, 1, step + offset))
              .view(1, -1);
    }
    return Tensor.cat(0, steps);
  }

  @FunctionalInterface
  private interface OfState {
    Tensor of(long trajectory, int step);
  }

  private Tensor together(Window window, OfState what) {
    Tensor[] samples = new Tensor[window.samples()];
    for (int i = 0; i < samples.length; i++) {
      long row = window.rows()[i];
      samples[i] = what.of(row / set.steps(), (int) (row % set.steps()));
    }
    return Tensor.cat(0, samples);
  }

  /** Memory on the device that what {@link #read} gives can be sent to. */
  StreamedBlock room(int samples, int steps) {
    SetConditions declared = conditions.declared();
    int fields = declared.statics().count() + declared.forcings().count();
    int parameters = declared.parameters().size();
    return new StreamedBlock(
        zeros(points.shape(steps + 1, samples, set.channels())),
        fields == 0 ? null : zeros(points.shape(steps + 1, samples, fields)),
        parameters == 0 ? null : zeros(samples, parameters),
        given.timed() ? zeros(steps + 1, samples) : null,
        contexts == null ? null : zeros(samples, contexts.size(1)));
  }

  private Tensor zeros(long... shape) {
    return Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device, shape));
  }

  @Override
  public int trajectories() {
    return count;
  }

  @Override
  public int steps() {
    return set.steps();
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public Tensor gather(int[] trajectory, int[] step, int offset) {
    try (Scope scope = new Scope()) {
      return scope.keep(states(at(trajectory, step, offset)).select(0, 0).to(device));
    }
  }

  @Override
  public BatchConditions conditions(int[] trajectory, int[] step, int offset) {
    return read(at(trajectory, step, offset)).each(tensor -> tensor.to(device)).conditions(0);
  }

  private Window at(int[] trajectory, int[] step, int offset) {
    long[] rows = rows(trajectory, step);
    for (int i = 0; i < rows.length; i++) {
      rows[i] += offset;
    }
    return new Window(rows, 0);
  }

  @Override
  public BatchFeed feed() {
    return new StreamedFeed(this);
  }

  @Override
  public void close() {
    file.close();
    if (contexts != null) {
      contexts.close();
    }
  }
}
