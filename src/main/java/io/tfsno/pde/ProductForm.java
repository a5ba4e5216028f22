package io.tfsno.pde;

import io.tfsno.spectral.Wave;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The products of a nonlinear term as data, for a state v of one or more channels:
 *
 * <pre>
 * w_j = F^-1[ L_j(k) v_c(j) ]                    views, linear images of the state
 * p_m = P_m(w_0, w_1, ...)                       polynomials, point by point
 * product_c = sum over shares W(k) F[p_m] + s_c(k)
 * </pre>
 *
 * <p>One description with several interpreters: {@link FormedProducts} on libtorch's operations,
 * and the solver's kernels. Example, {@code |grad u|^2} in the plane:
 *
 * <pre>
 * ProductForm.single(
 *     List.of(View.imaginary(0, k -&gt; k.x()), View.imaginary(0, k -&gt; k.y())),
 *     Polynomial.sumOfSquares(2));
 * </pre>
 */
public record ProductForm(
    List<View> views, List<Polynomial> polynomials, List<Share> shares, List<Source> sources) {

  /**
   * A linear image of a channel.
   *
   * @param imaginary f of the factor {@code i f(k)}, odd in k; null for the channel itself
   */
  public record View(int channel, ToDoubleFunction<Wave> imaginary) {
    public static View of(int channel) {
      return new View(channel, null);
    }

    public static View imaginary(int channel, ToDoubleFunction<Wave> f) {
      return new View(channel, f);
    }

    public boolean isChannel() {
      return imaginary == null;
    }
  }

  /**
   * What a polynomial adds to a channel.
   *
   * @param weight real and even in k; null for 1
   */
  public record Share(int channel, int polynomial, ToDoubleFunction<Wave> weight) {}

  /**
   * What is added to a channel whatever the state.
   *
   * @param coefficient real and even in k
   */
  public record Source(int channel, ToDoubleFunction<Wave> coefficient) {}

  public ProductForm {
    views = List.copyOf(views);
    polynomials = List.copyOf(polynomials);
    shares = List.copyOf(shares);
    sources = List.copyOf(sources);
  }

  /** One polynomial, for one channel. */
  public static ProductForm single(List<View> views, Polynomial polynomial) {
    return new ProductForm(views, List.of(polynomial), List.of(new Share(0, 0, null)), List.of());
  }

  /** A power of the only channel, {@code u^n}. */
  public static ProductForm power(int n) {
    return single(List.of(View.of(0)), Polynomial.power(n));
  }

  public ProductForm withSource(int channel, ToDoubleFunction<Wave> coefficient) {
    List<Source> more = new ArrayList<>(sources);
    more.add(new Source(channel, coefficient));
    return new ProductForm(views, polynomials, shares, more);
  }

  /** Whether the views are the channels of the state, in their order. */
  boolean viewsAreState(int channels) {
    for (int j = 0; j < views.size(); j++) {
      if (!views.get(j).isChannel() || views.get(j).channel() != j) {
        return false;
      }
    }
    return views.size() == channels;
  }
}
