package io.tfsno.pde.solver;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.KernelText;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.pde.ProductForm;
import io.tfsno.spectral.PackedGrid;
import java.util.HashMap;
import java.util.Map;

/**
 * What kernels of lines and planes share: the equation's products as code, the tables of a step,
 * and the roots of unity of a transform. Tensors belong to the scope open at construction.
 */
final class FormKernels {
  /** Bytes of a complex number. */
  static final int COMPLEX = 16;

  private static final int LARGEST_RADIX = 8;

  private final FormCode code;
  private final StepTables tables;
  private final int channels;
  private final PackedGrid grid;
  private final Tensor factors;
  private final Tensor weights;
  private final Tensor sources;

  FormKernels(StepTables tables, int channels, PackedGrid grid) {
    this.tables = tables;
    this.channels = channels;
    this.grid = grid;
    code = new FormCode(tables.nonlinearity().form(), channels, grid);
    factors = code.factors();
    weights = code.weights();
    sources = code.sources();
  }

  /** Whether there is a transform of that many points: one without large prime factors. */
  static boolean transforms(int points) {
    int rest = points;
    for (int prime : new int[] {2, 3, 5, 7}) {
      while (rest % prime == 0) {
        rest /= prime;
      }
    }
    return rest == 1 && points > 1;
  }

  /** Arrays that a block works on at a time. */
  static int slots(ProductForm form) {
    return Math.max(form.views().size(), form.polynomials().size());
  }

  int slots() {
    return slots(tables.nonlinearity().form());
  }

  int channels() {
    return channels;
  }

  /** Threads that transform an array, as fft.cu has them. */
  static int lanes(int points) {
    return (points + LARGEST_RADIX - 1) / LARGEST_RADIX;
  }

  /** Complex numbers that an array takes in shared memory, as fft.cu has it. */
  static int room(int points) {
    return points + points / LARGEST_RADIX + 1;
  }

  /** Numbers from the tables of one array to those of the next: none where all have one law. */
  private int stride() {
    int own = channels * grid.modes().count();
    // Real tables hold every number twice.
    long numbers = tables.e().type().isComplex() ? tables.e().count() : tables.e().count() / 2;
    return numbers > own ? own : 0;
  }

  /**
   * What every kernel of a step is given, behind the arrays that it works on.
   *
   * @param own names those arrays; modified and returned
   */
  Arguments with(Arguments own, Tensor roots) {
    return own.pointer("e", tables.e())
        .pointer("e2", tables.e2())
        .pointer("e2Minus1", tables.e2Minus1())
        .pointer("q", tables.q())
        .pointer("f1", tables.f1())
        .pointer("f2", tables.f2())
        .pointer("f3", tables.f3())
        .pointer("factors", factors)
        .pointer("weights", weights)
        .pointer("sources", sources)
        .pointer("roots", roots)
        .number("stride", stride());
  }

  /** A file of kernels for this equation. */
  Kernels file(String name, Map<String, Integer> sizes) {
    Map<String, Integer> all = new HashMap<>(sizes);
    all.put("LINEAR_REAL", tables.e().type().isComplex() ? 0 : 1);
    all.put("FUNCTION_REAL", tables.q().type().isComplex() ? 0 : 1);
    return Kernels.of(source(code, name), all);
  }

  static String source(FormCode code, String name) {
    return String.join(
        "\n",
        KernelText.launch(),
        KernelText.of(FormKernels.class, "fft"),
        code.text(),
        KernelText.of(FormKernels.class, "etd"),
        KernelText.of(FormKernels.class, name));
  }

  /** {@code exp(-2 pi i j / n)} for j below n. */
  Tensor roots(int n) {
    double[] re = new double[n];
    double[] im = new double[n];
    for (int j = 0; j < n; j++) {
      re[j] = Math.cos(2 * Math.PI * j / n);
      im[j] = -Math.sin(2 * Math.PI * j / n);
    }
    return Tensor.ofComplex(re, im, n).to(device());
  }

  Device device() {
    return grid.device();
  }
}
