package io.tfsno.operator.tfsno.bound;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Products;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.SpectralConv;

/** A spectral product with a bound on the norm of each mode's matrix, or without. */
public final class SpectralMap {
  private final SpectralConv product;
  private final NormBounds bounds;
  private boolean training;

  /**
   * @param bounds of one matrix for each mode; null for a free product
   */
  public SpectralMap(SpectralConv product, NormBounds bounds) {
    this.product = product;
    this.bounds = bounds;
  }

  public boolean isBounded() {
    return bounds != null;
  }

  /** Phi as it acts, {@code [k_d, .., k_1, out, re/im, in]}: after the bound, if there is one. */
  public Tensor weight() {
    Tensor weight = product.weight();
    if (bounds == null) {
      return weight;
    }
    long in = weight.size(-1);
    Tensor factor = bounds.factors(weight, realForm(), training);
    Tensor matrices = weight.view(-1, weight.size(-3), 2 * in);
    return matrices.mul(factor).view(weight.shape());
  }

  /**
   * The complex matrix of each mode as a real one of twice the size, {@code [mode, 2 out, 2 in]}.
   */
  private Tensor realForm() {
    Tensor weight = bounds.isStrict() ? product.weight() : product.weight().detach();
    long out = weight.size(-3);
    long in = weight.size(-1);
    Tensor[] parts = Products.pair(weight.view(-1, out, 2, in), 2);
    Tensor upper = Tensor.cat(2, parts[0], parts[1].neg());
    Tensor lower = Tensor.cat(2, parts[1], parts[0]);
    return Tensor.cat(1, upper, lower);
  }

  /** As {@link ChannelMap#training}. */
  public void training(boolean on) {
    training = on;
    if (!on && bounds != null) {
      try (Scope scope = new Scope();
          Autograd.Mode off = Autograd.off()) {
        weight();
      }
    }
  }
}
