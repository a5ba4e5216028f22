package io.tfsno.nn;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * All numbers of a network, in two flat float32 vectors: the trainable ones, with one flat gradient
 * next to them, and the state that is kept but not trained (calibration constants, power-iteration
 * vectors). The optimiser, clipping, checkpoints and all-reduce work on whole vectors; layers work
 * on named views of them.
 *
 * <p>Layers first declare what they need, in order; {@link #allocate} then makes the vectors. Each
 * parameter is a leaf whose gradient is a view of the flat gradient and accumulates there in place:
 * zero it with {@code flatGradient().zeroInPlace()} before each backward pass. Everything belongs
 * to this object and is freed by {@link #close}.
 */
public final class Parameters implements AutoCloseable {
  private final FlatBuffer trainable = new FlatBuffer();
  private final FlatBuffer state = new FlatBuffer();
  private final List<Tensor> gradients = new ArrayList<>();
  private final List<RateScale> rateScales = new ArrayList<>();
  private Tensor flatGradient;
  private Execution execution;

  /** Declares a trainable parameter. */
  public Parameter declare(String name, Initialiser initialiser, long... shape) {
    return trainable.declare(name, initialiser, shape);
  }

  /** Declares numbers that are stored with the network but not trained. */
  public Parameter declareState(String name, Initialiser initialiser, long... shape) {
    return state.declare(name, initialiser, shape);
  }

  /**
   * A stretch of the trainable values whose learning rate is not that of the rest.
   *
   * @param start index of its first value in {@link #flat}
   */
  public record RateScale(long start, long count, double factor) {}

  /** Lets everything declared from the value number {@code start} on learn at another rate. */
  public void scaleRate(long start, double factor) {
    if (factor != 1) {
      rateScales.add(new RateScale(start, count() - start, factor));
    }
  }

  /** What learns at another rate than the rest; empty if nothing does. */
  public List<RateScale> rateScales() {
    return List.copyOf(rateScales);
  }

  /**
   * A stretch of the trainable values.
   *
   * @param start index of its first value in {@link #flat}
   */
  public record Stretch(long start, long count) {}

  /**
   * Keeps rows of a parameter, which have to start at zero, from being trained: optimisers take
   * their gradient for zero, and files leave them out.
   *
   * @param rows their numbers, in order
   * @param size values of a row: those of the last axes of the shape
   */
  public void freeze(Parameter parameter, int[] rows, int size) {
    parameter.silence(new SilentRows(rows, size));
  }

  /** What is not trained; empty if everything is. */
  public List<Stretch> frozen() {
    return entries().stream().flatMap(p -> p.silent().stretches(p.offset()).stream()).toList();
  }

  /** Makes the vectors on a device, with first values drawn on the host. */
  public void allocate(Device device, Rng rng) {
    allocate(Execution.on(device), rng);
  }

  /** The same for an execution, which begins here. */
  public void allocate(Execution on, Rng rng) {
    execution = on;
    execution.begin();
    Device device = on.device();
    long seed = rng.next();
    trainable.allocate(device, seed);
    state.allocate(device, seed);
    flatGradient = Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device, trainable.count()));
    for (Parameter p : trainable.entries()) {
      Tensor gradient = FlatBuffer.viewOf(flatGradient, p);
      Autograd.bindGradient(p.tensor().trainable(), gradient);
      p.holdGradient(gradient);
      gradients.add(gradient);
    }
  }

  /** Number of values of {@link #flat}, frozen ones included; known before the allocation. */
  public long count() {
    return trainable.count();
  }

  /** Number of values that training changes: what tells how large a network is. */
  public long trained() {
    return count() - entries().stream().mapToLong(p -> p.silent().count()).sum();
  }

  /** All trainable values. Writing to it changes the parameters. */
  public Tensor flat() {
    return trainable.flat();
  }

  /** The gradient of {@link #flat}, entry by entry. */
  public Tensor flatGradient() {
    trainable.flat();
    return flatGradient;
  }

  /** All stored but untrained values; may be empty. Writing to it changes the state. */
  public Tensor flatState() {
    return state.flat();
  }

  /** Names, shapes and offsets within {@link #flat}, in order. */
  public List<Parameter> entries() {
    return trainable.entries();
  }

  /** Names, shapes and offsets within {@link #flatState}, in order. */
  public List<Parameter> stateEntries() {
    return state.entries();
  }

  /** The view of a parameter or of a piece of state. Belongs to this object: do not close it. */
  public Tensor get(String name) {
    Parameter found = trainable.find(name) != null ? trainable.find(name) : state.find(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no parameter '%s'; there are %s and %s".formatted(name, entries(), stateEntries()));
    }
    return found.tensor();
  }

  /** Where and how the network is computed; known after the allocation. */
  public Execution execution() {
    trainable.flat();
    return execution;
  }

  public Device device() {
    return flat().device();
  }

  /** Frees everything. Harmless when called twice or before the allocation. */
  @Override
  public void close() {
    trainable.close();
    state.close();
    trainable.entries().forEach(p -> p.holdGradient(null));
    gradients.forEach(Tensor::close);
    gradients.clear();
    if (flatGradient != null) {
      flatGradient.close();
      flatGradient = null;
    }
  }
}
