package io.tfsno.pde.solver;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.ProductForm.Share;
import io.tfsno.pde.ProductForm.Source;
import io.tfsno.pde.ProductForm.View;
import io.tfsno.spectral.PackedGrid;
import io.tfsno.spectral.Wave;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A {@link ProductForm} as kernels want it: a few functions of C, which stand in front of {@code
 * etd.cu}, and the tables that they read.
 */
final class FormCode {
  private final ProductForm form;
  private final PackedGrid grid;
  private final int channels;

  FormCode(ProductForm form, int channels, PackedGrid grid) {
    this.form = form;
    this.grid = grid;
    this.channels = channels;
  }

  String text() {
    return """
    #define CHANNELS %d
    #define VIEWS %d
    #define POLYNOMIALS %d
    #define SOURCES %d
    #define MODES %d
    DEVICE int channelOf(int view) { return %s; }
    DEVICE bool isChannel(int view) { return %s; }
    DEVICE void formed(const double *w, double *p) { %s }
    template <class Product>
    DEVICE double2 combined(int channel, Product product, const double *weights, size_t m) {
      double2 sum = make_double2(0.0, 0.0);
    %s  return sum;
    }
    """
        .formatted(
            channels,
            form.views().size(),
            form.polynomials().size(),
            form.sources().isEmpty() ? 0 : 1,
            grid.modes().count(),
            chosen(form.views(), v -> Integer.toString(v.channel()), "0"),
            chosen(form.views(), v -> Boolean.toString(v.isChannel()), "false"),
            polynomials(),
            shares());
  }

  /** {@code view == 0 ? ... : view == 1 ? ... : otherwise}. */
  private static String chosen(List<View> views, Function<View, String> value, String otherwise) {
    return IntStream.range(0, views.size())
        .mapToObj(j -> "view == %d ? %s : ".formatted(j, value.apply(views.get(j))))
        .collect(Collectors.joining("", "", otherwise));
  }

  private String polynomials() {
    return IntStream.range(0, form.polynomials().size())
        .mapToObj(m -> "p[%d] = %s;".formatted(m, form.polynomials().get(m).code("w")))
        .collect(Collectors.joining(" "));
  }

  private String shares() {
    StringBuilder text = new StringBuilder();
    for (int s = 0; s < form.shares().size(); s++) {
      Share share = form.shares().get(s);
      String product = "product(%d)".formatted(share.polynomial());
      String term =
          share.weight() == null
              ? product
              : "weights[%dull * MODES + m] * %s".formatted(s, product);
      text.append(
          String.format(
              Locale.ROOT, "  if (channel == %d) sum = sum + %s;%n", share.channel(), term));
    }
    return text.toString();
  }

  /** {@code [view, modes...]}; nothing stands for a view that is a channel itself. */
  Tensor factors() {
    return rows(form.views().stream().map(View::imaginary).toList());
  }

  /** {@code [share, modes...]}. */
  Tensor weights() {
    return rows(form.shares().stream().map(Share::weight).toList());
  }

  private Tensor rows(List<ToDoubleFunction<Wave>> functions) {
    int modes = grid.modes().count();
    double[] all = new double[functions.size() * modes];
    for (int j = 0; j < functions.size(); j++) {
      if (functions.get(j) != null) {
        System.arraycopy(grid.wavenumbers().map(functions.get(j)), 0, all, j * modes, modes);
      }
    }
    return Tensor.of(all, functions.size(), modes).to(grid.device());
  }

  /** {@code [channel, modes...]}, complex. */
  Tensor sources() {
    Device device = grid.device();
    long[] shape = grid.modes().arrayShape();
    Tensor[] channel = new Tensor[channels];
    for (int c = 0; c < channels; c++) {
      channel[c] = Tensor.zeros(DType.COMPLEX128, device, shape);
    }
    for (Source source : form.sources()) {
      channel[source.channel()] =
          channel[source.channel()].add(grid.source(source.coefficient()).view(shape));
    }
    return Tensor.stack(0, channel);
  }
}
