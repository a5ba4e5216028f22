package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.SpectralGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A {@link ProductForm} on libtorch's operations: coefficients of a state to those of products. */
final class FormedProducts {
  private final ProductForm form;
  private final SpectralGrid grid;
  private final int channels;
  private final List<Tensor> factors;
  private final List<Tensor> weights = new ArrayList<>();
  private final List<Tensor> sources;

  /**
   * @param grid whose methods make the constants, and say who owns them
   */
  FormedProducts(ProductForm form, SpectralGrid grid, int channels) {
    this.form = form;
    this.grid = grid;
    this.channels = channels;
    factors = factors();
    for (ProductForm.Share share : form.shares()) {
      weights.add(share.weight() == null ? null : grid.factor(share.weight()));
    }
    sources = form.sources().stream().map(s -> grid.source(s.coefficient())).toList();
  }

  /** One table for all views where that will do, else one for each, null for a plain channel. */
  private List<Tensor> factors() {
    if (oneTable()) {
      return List.of(
          grid.imaginaryFactors(form.views().stream().map(ProductForm.View::imaginary).toList()));
    }
    List<Tensor> each = new ArrayList<>();
    form.views().forEach(v -> each.add(v.isChannel() ? null : grid.imaginaryFactor(v.imaginary())));
    return each;
  }

  private boolean oneTable() {
    return channels == 1 && form.views().stream().noneMatch(ProductForm.View::isChannel);
  }

  /** The state is not modified; the result is new. */
  Tensor of(Tensor state) {
    Tensor values = grid.values(views(state));
    int count = form.views().size();
    List<Tensor> w =
        count == 1
            ? List.of(values)
            : IntStream.range(0, count).mapToObj(j -> values.narrow(1, j, 1)).toList();
    List<Tensor> products = new ArrayList<>();
    for (Polynomial p : form.polynomials()) {
      products.add(grid.coefficients(form.polynomials().size() == 1 ? p.ofLast(w) : p.of(w)));
    }
    Tensor[] sums = new Tensor[channels];
    for (int s = 0; s < form.shares().size(); s++) {
      ProductForm.Share share = form.shares().get(s);
      int c = share.channel();
      Tensor product = products.get(share.polynomial());
      sums[c] =
          sums[c] == null
              ? first(product, weights.get(s), isUsedOnce(share.polynomial()))
              : plus(sums[c], product, weights.get(s));
    }
    for (int s = 0; s < sources.size(); s++) {
      int c = form.sources().get(s).channel();
      sums[c] = sums[c].add(sources.get(s));
    }
    return channels == 1 ? sums[0] : Tensor.cat(1, sums);
  }

  private Tensor views(Tensor state) {
    if (form.viewsAreState(channels)) {
      return state;
    }
    if (oneTable()) {
      return state.mul(factors.get(0));
    }
    Tensor[] each = new Tensor[form.views().size()];
    for (int j = 0; j < each.length; j++) {
      Tensor channel = state.narrow(1, form.views().get(j).channel(), 1);
      each[j] = factors.get(j) == null ? channel : channel.mul(factors.get(j));
    }
    return Tensor.cat(1, each);
  }

  private boolean isUsedOnce(int polynomial) {
    return form.shares().stream().filter(s -> s.polynomial() == polynomial).count() == 1;
  }

  private static Tensor first(Tensor product, Tensor weight, boolean overwrite) {
    if (weight == null) {
      return product;
    }
    if (!overwrite) {
      return product.mul(weight);
    }
    product.mulInPlace(weight);
    return product;
  }

  private static Tensor plus(Tensor sum, Tensor product, Tensor weight) {
    return weight == null ? sum.add(product) : sum.addProduct(product, weight);
  }
}
