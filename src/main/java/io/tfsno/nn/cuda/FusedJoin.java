package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import java.util.Map;
import java.util.stream.Stream;

/** Joins fields and numbers of samples into one field with the channel first, in one kernel. */
public final class FusedJoin {
  private static final int THREADS = 256;
  private static final int MOST_BLOCKS = 1024;

  private FusedJoin() {}

  /** Whether the kernel can do it: on a GPU, with nothing that gradients must flow through. */
  public static boolean fits(GpuPath path, Tensor state, Tensor... others) {
    long cells = state.count() / (state.size(0) * state.size(1));
    return state.device().cuda()
        && path.fused()
        && cells % 4 == 0
        && Stream.concat(Stream.of(state), Stream.of(others).filter(t -> t != null))
            .noneMatch(Tensor::needsGradient);
  }

  /**
   * @param state {@code [sample, channel, x(, y, z)]}
   * @param history more of the same, or null
   * @param fields more of the same, or null
   * @param numbers {@code [sample, number]}, or null
   * @return {@code [channel, sample, x(, y, z)]}
   */
  public static Tensor of(
      GpuPath path, Tensor state, Tensor history, Tensor fields, Tensor numbers) {
    int samples = Math.toIntExact(state.size(0));
    int first = channels(state);
    int second = channels(history);
    int third = channels(fields);
    int count = channels(numbers);
    int cells = Math.toIntExact(state.count() / samples / first);
    long[] shape = state.shape();
    shape[0] = first + second + third + count;
    shape[1] = samples;
    Tensor out = Tensor.empty(DType.FLOAT32, state.device(), shape);
    Kernels kernels = CudaSource.kernels(path, FusedJoin.class, "join", Map.of("THREADS", THREADS));
    int blocks = Math.toIntExact(Tiles.count(out.count() / 4, THREADS));
    Tensor a = inRows(state);
    Tensor b = inRows(history);
    Tensor c = inRows(fields);
    kernels
        .kernel("join", 0)
        .launch(
            Math.min(MOST_BLOCKS, blocks),
            THREADS,
            new Arguments()
                .pointer("a", a)
                .pointerOrNone("b", b)
                .pointerOrNone("c", c)
                .pointerOrNone("numbers", numbers == null ? null : numbers.contiguous())
                .pointer("out", out)
                .number("ca", first)
                .number("cb", second)
                .number("cc", third)
                .number("sa", apart(a))
                .number("sb", apart(b))
                .number("sc", apart(c))
                .number("count", count)
                .number("samples", samples)
                .number("cells", cells));
    return out;
  }

  private static int channels(Tensor of) {
    return of == null ? 0 : Math.toIntExact(of.size(1));
  }

  /** The field itself where the channels of a sample follow on each other, else a copy. */
  private static Tensor inRows(Tensor field) {
    if (field == null) {
      return null;
    }
    boolean follow = field.select(0, 0).isContiguous() && apart(field) % 4 == 0;
    return follow ? field : field.contiguous();
  }

  /** How far the samples of a field stand apart. */
  private static int apart(Tensor field) {
    return field == null ? 0 : Math.toIntExact(field.stride(0));
  }
}
