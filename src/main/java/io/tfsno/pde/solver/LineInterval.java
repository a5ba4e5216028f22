package io.tfsno.pde.solver;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.pde.ProductForm;
import java.util.Map;

/** All steps of an interval in one kernel: a block for each array of a batch of lines. */
final class LineInterval implements Interval {
  /** Arrays of the state that a block keeps: argument, v, base and a. */
  private static final int KEPT = 4;

  private static final int MOST_THREADS = 1024;

  private final Kernel kernel;
  private final int blocks;
  private final int threads;
  private final Arguments arguments;

  LineInterval(FormKernels form, Tensor state, int points, int substeps) {
    blocks = Math.toIntExact(state.size(0));
    threads = threads(form.slots(), points);
    int ofState = form.channels() * points;
    int least = leastBytes(form.slots(), form.channels(), points);
    int all = least + (KEPT - 1) * ofState * FormKernels.COMPLEX;
    boolean near = all <= Kernels.sharedBytes();
    Tensor spare =
        near ? null : Tensor.empty(DType.COMPLEX128, form.device(), blocks, (KEPT - 1), ofState);
    kernel =
        form.file("line", Map.of("N", points, "THREADS", threads, "SHARED_STATE", near ? 1 : 0))
            .kernel("line", near ? all : least);
    arguments =
        form.with(
                new Arguments().pointer("state", state).pointerOrNone("spare", spare),
                form.roots(points))
            .number("steps", substeps);
  }

  /** Two points for each, where transforms need no more. */
  private static int threads(int slots, int points) {
    int half = Math.min(MOST_THREADS / 2, (points / 2 + 31) / 32 * 32);
    return Math.max(half, FormKernels.lanes(points) * slots);
  }

  /** Fields, roots and the argument of a stage. */
  private static int leastBytes(int slots, int channels, int points) {
    int numbers = slots * FormKernels.room(points) + points + channels * points;
    return numbers * FormKernels.COMPLEX;
  }

  /** Whether a block holds lines of that many points. */
  static boolean fits(ProductForm form, int channels, int points) {
    int slots = FormKernels.slots(form);
    return FormKernels.transforms(points)
        && threads(slots, points) <= MOST_THREADS
        && leastBytes(slots, channels, points) <= Kernels.sharedBytes();
  }

  @Override
  public void advance(double time) {
    kernel.launch(blocks, threads, arguments);
  }
}
