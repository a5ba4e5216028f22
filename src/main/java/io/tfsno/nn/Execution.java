package io.tfsno.nn;

import io.tfsno.engine.Device;
import io.tfsno.engine.Precision;

/**
 * Where a network is computed, and how. Whatever belongs to the network, its layers, its optimiser
 * and its loss, takes it from {@link Parameters#execution}.
 *
 * @param path how a GPU computes it; makes no difference on the CPU
 * @param crowded whether other networks are computed on the GPU at the same time. Kernels then make
 *     room for each other instead of ending as early as they can, and add in the same order
 */
public record Execution(Device device, GpuPath path, boolean crowded) {
  /** Trainings of usual batches that do not take a GPU's multiprocessors from each other. */
  private static final int FIT_TOGETHER = 2;

  /** With the GPU to itself. */
  public Execution(Device device, GpuPath path) {
    this(device, path, false);
  }

  /** On a device, with the usual arithmetic of a GPU. */
  public static Execution on(Device device) {
    return new Execution(device, GpuPath.USUAL);
  }

  /** One of n networks on the same device, itself included. */
  public Execution oneOf(int networks) {
    return new Execution(device, path, networks > FIT_TOGETHER);
  }

  /** Whether hand-written kernels compute what they can. */
  public boolean fused() {
    return device.cuda() && path.fused();
  }

  /** The arithmetic, for tapes: {@code tf32}. */
  public String precision() {
    GpuPath used = device.cuda() ? path : GpuPath.FLOAT32;
    return used.text();
  }

  /** Sets how libtorch forms its own products, which is one setting for all of a process. */
  void begin() {
    if (device.cuda()) {
      Precision.allowTf32(path.roundsFactors());
    }
  }
}
