package io.tfsno.operator.context;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.SingleFields;
import io.tfsno.spectral.Wave;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the change of a field in time is compared with: powers, derivatives and products that laws
 * of physics are made of.
 *
 * <pre>
 *   1, u, u^2, u^3            growth and saturation
 *   d_a u                     drift along each axis
 *   lap u, d_a lap u, lap^2 u diffusion, dispersion, damping of short waves
 *   u d_a u, |grad u|^2       steepening
 *   v . grad u                in two dimensions: transport by the flow whose vorticity is u
 * </pre>
 */
final class LawTerms {
  private final SingleFields fields;
  private final int dimension;

  LawTerms(SingleFields fields) {
    this.fields = fields;
    dimension = fields.modes().dimension();
  }

  static int count(int dimension) {
    return names(dimension).size();
  }

  /** In the order of {@link #of}. */
  static List<String> names(int dimension) {
    List<String> axes = List.of("x", "y", "z").subList(0, dimension);
    List<String> all = new ArrayList<>(List.of("1", "u", "u^2", "u^3"));
    axes.forEach(a -> all.add("u_" + a));
    all.add("lap u");
    axes.forEach(a -> all.add("lap u_" + a));
    all.add("lap^2 u");
    axes.forEach(a -> all.add("u u_" + a));
    all.add("|grad u|^2");
    if (dimension == 2) {
      all.add("v.grad u");
    }
    return all;
  }

  /** All terms of fields {@code [channel, field, x(, y, z)]}, in the same shape each. */
  List<Tensor> of(Tensor u) {
    Tensor modes = fields.coefficients(u);
    List<Tensor> slopes = new ArrayList<>();
    List<Tensor> dispersed = new ArrayList<>();
    for (int a = 0; a < dimension; a++) {
      int axis = a;
      slopes.add(odd(modes, k -> k.k(axis)));
      dispersed.add(odd(modes, k -> -k.k(axis) * k.squared()));
    }
    List<Tensor> all = new ArrayList<>();
    all.add(Tensor.full(1, DType.FLOAT64, u.device(), u.shape()));
    all.add(u);
    all.add(u.square());
    all.add(u.cube());
    all.addAll(slopes);
    all.add(even(modes, k -> -k.squared()));
    all.addAll(dispersed);
    all.add(even(modes, k -> k.squared() * k.squared()));
    slopes.forEach(slope -> all.add(u.mul(slope)));
    all.add(slopes.stream().map(Tensor::square).reduce(Tensor::add).orElseThrow());
    if (dimension == 2) {
      all.add(transported(modes, slopes));
    }
    return all;
  }

  /** {@code v = (psi_y, -psi_x)} with {@code -lap psi = u}. */
  private Tensor transported(Tensor modes, List<Tensor> slopes) {
    Tensor along = odd(modes, k -> k.isZero() ? 0 : k.y() / k.squared());
    Tensor across = odd(modes, k -> k.isZero() ? 0 : -k.x() / k.squared());
    return along.mul(slopes.get(0)).add(across.mul(slopes.get(1)));
  }

  private Tensor even(Tensor modes, ToDoubleFunction<Wave> symbol) {
    return fields.values(modes.mul(fields.factor(symbol)));
  }

  private Tensor odd(Tensor modes, ToDoubleFunction<Wave> symbol) {
    return fields.values(modes.mul(fields.imaginaryFactor(symbol)));
  }
}
