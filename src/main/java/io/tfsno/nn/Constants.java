package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.GemmTransform;
import io.tfsno.spectral.ModeTransform;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The fixed matrices of one network, made when a grid is first seen and freed with the network.
 * They depend on the grid, so a network that runs on several grids holds several sets.
 */
public final class Constants implements AutoCloseable {
  /** How fields get to their modes; {@code GemmTransform::new} unless something is measured. */
  @FunctionalInterface
  public interface TransformFactory {
    ModeTransform make(Modes modes, Points points, DType type, Device device);
  }

  private record TransformKey(Modes modes, Points points, Device device) {}

  private record TensorKey(Object what, DType type, Device device) {}

  private final TransformFactory factory;
  private final Map<TransformKey, ModeTransform> transforms = new HashMap<>();
  private final Map<TensorKey, Tensor> tensors = new HashMap<>();

  public Constants() {
    this(GemmTransform::new);
  }

  public Constants(TransformFactory factory) {
    this.factory = factory;
  }

  public synchronized ModeTransform transform(Modes modes, Points points, Device device) {
    return transforms.computeIfAbsent(
        new TransformKey(modes, points, device),
        key -> factory.make(modes, points, DType.FLOAT32, device));
  }

  /**
   * A fixed float32 tensor on a device.
   *
   * @param what identifies it: equal keys must mean equal values
   * @param make computes it, on the CPU and usually in float64
   */
  public Tensor tensor(Object what, Device device, Supplier<Tensor> make) {
    return tensor(what, DType.FLOAT32, device, make);
  }

  /** The same in another element type. */
  public synchronized Tensor tensor(Object what, DType type, Device device, Supplier<Tensor> make) {
    return tensors.computeIfAbsent(
        new TensorKey(what, type, device),
        key -> Scope.unowned(() -> make.get().to(type).to(device).detach()));
  }

  @Override
  public synchronized void close() {
    transforms.values().forEach(ModeTransform::close);
    transforms.clear();
    tensors.values().forEach(Tensor::close);
    tensors.clear();
  }
}
