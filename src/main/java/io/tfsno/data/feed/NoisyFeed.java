package io.tfsno.data.feed;

import io.tfsno.engine.Ahead;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Adds Gaussian noise to the states that a model starts from; those it is held against stay as they
 * are. The noise of a sample comes from its epoch's draw and its row in the set, so it is the same
 * after an interruption and on any number of ranks. It is made on the host, ahead of its use.
 */
public final class NoisyFeed implements BatchFeed {
  private static final int AHEAD = 8;

  private final BatchFeed clean;
  private final double deviation;
  private final long[] state;
  private final Device device;
  private final Deque<Ahead<float[]>> ahead = new ArrayDeque<>();
  private Iterator<Window> expected = List.<Window>of().iterator();
  private long key;

  /**
   * @param clean the states without noise; owned by this object
   * @param deviation of the noise, in that of the normalised data
   * @param state shape of one state, {@code [1, channel, x(, y, z)]}
   */
  public NoisyFeed(BatchFeed clean, double deviation, long[] state, Device device) {
    this.clean = clean;
    this.deviation = deviation;
    this.state = state.clone();
    this.device = device;
  }

  @Override
  public void draw(Rng rng) {
    key = rng.next();
  }

  @Override
  public void expect(List<Window> windows) {
    clean.expect(windows);
    ahead.clear();
    expected = List.copyOf(windows).iterator();
    makeAhead();
  }

  private void makeAhead() {
    while (ahead.size() < AHEAD && expected.hasNext()) {
      Window window = expected.next();
      long drawn = key;
      ahead.add(new Ahead<>(() -> noise(window.rows(), drawn)));
    }
  }

  private float[] noise(long[] rows, long drawn) {
    int size = Math.toIntExact(Arrays.stream(state).reduce(1, (a, b) -> a * b));
    float[] all = new float[rows.length * size];
    for (int i = 0; i < rows.length; i++) {
      double[] normals = Rng.stream(drawn, rows[i]).normals(size);
      for (int j = 0; j < size; j++) {
        all[i * size + j] = (float) (deviation * normals[j]);
      }
    }
    return all;
  }

  @Override
  public BatchMemory memory(int samples, int steps) {
    long[] shape = state.clone();
    shape[0] = samples;
    Tensor noise = Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device, shape));
    return new Place(clean.memory(samples, steps), noise);
  }

  @Override
  public void close() {
    clean.close();
  }

  private final class Place implements BatchMemory {
    private final BatchMemory clean;
    private final Tensor noise;

    Place(BatchMemory clean, Tensor noise) {
      this.clean = clean;
      this.noise = noise;
    }

    @Override
    public void load(Window window) {
      clean.load(window);
      float[] values = ahead.remove().get();
      makeAhead();
      try (Scope scope = new Scope()) {
        noise.sendInPlace(Tensor.of(values, noise.shape()));
      }
    }

    @Override
    public BatchStates states() {
      return new NoisyStates(clean.states(), noise);
    }

    @Override
    public void close() {
      clean.close();
      noise.close();
    }
  }

  private record NoisyStates(BatchStates clean, Tensor noise) implements BatchStates {
    @Override
    public long samples() {
      return clean.samples();
    }

    @Override
    public Tensor start(Tensor truth) {
      return truth.add(noise);
    }

    @Override
    public Tensor at(int offset) {
      return clean.at(offset);
    }

    @Override
    public BatchConditions conditions(int offset) {
      return clean.conditions(offset);
    }

    /** Of a model that sees several states, the present one has the noise. */
    @Override
    public BatchStates later(int offset) {
      return new NoisyStates(clean.later(offset), noise);
    }

    @Override
    public BatchStates part(long first, long count) {
      return new NoisyStates(clean.part(first, count), noise.narrow(0, first, count));
    }
  }
}
