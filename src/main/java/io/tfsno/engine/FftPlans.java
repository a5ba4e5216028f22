package io.tfsno.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Which transforms a GPU has done before. For the first of a kind libtorch makes a plan, whose
 * tables cuFFT uploads through the default stream without waiting for them. Streams of our own do
 * not wait for that stream either, so a first transform on one of them may begin before its tables
 * are there, and read from anywhere. It is therefore done once on the default stream.
 */
final class FftPlans {
  enum Kind {
    REAL,
    INVERSE_REAL,
    COMPLEX
  }

  /** What a plan is made for. */
  private record Plan(
      Kind kind,
      Device device,
      DType type,
      List<Long> shape,
      List<Long> strides,
      int axis,
      long to) {}

  private final Consumer<Runnable> onDefault;
  private final Set<Plan> made = ConcurrentHashMap.newKeySet();

  /**
   * @param onDefault does something on the default stream, and returns when it is done there
   */
  FftPlans(Consumer<Runnable> onDefault) {
    this.onDefault = onDefault;
  }

  /**
   * @param points of the result along the axis; 0 for as many as x has
   * @param transform does it, on the current stream
   */
  Tensor use(Kind kind, Tensor x, int axis, long points, Supplier<Tensor> transform) {
    // What is captured has been done before, the first time on the default stream.
    if (x.handle.is_cuda() && !StepGraph.isCapturing() && Stream.isOwn()) {
      prepare(kind, x, axis, points, transform);
    }
    return transform.get();
  }

  /** Makes the plan if there is none. Others who need it wait until it is there. */
  void prepare(Kind kind, Tensor x, int axis, long points, Supplier<Tensor> transform) {
    Plan plan = plan(kind, x, axis, points);
    if (made.contains(plan)) {
      return;
    }
    synchronized (made) {
      if (!made.contains(plan)) {
        onDefault.accept(
            () -> {
              try (Scope scope = new Scope();
                  Autograd.Mode off = Autograd.off()) {
                Tensor unused = transform.get();
              }
            });
        made.add(plan);
      }
    }
  }

  private static Plan plan(Kind kind, Tensor x, int axis, long points) {
    List<Long> shape = new ArrayList<>();
    List<Long> strides = new ArrayList<>();
    for (int i = 0; i < x.rank(); i++) {
      shape.add(x.handle.size(i));
      strides.add(x.handle.stride(i));
    }
    return new Plan(kind, x.device(), x.type(), shape, strides, axis, points);
  }
}
