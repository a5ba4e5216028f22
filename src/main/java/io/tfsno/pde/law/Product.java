package io.tfsno.pde.law;

import io.tfsno.engine.Tensor;
import io.tfsno.pde.Polynomial;
import io.tfsno.pde.Polynomial.Monomial;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.ProductForm.View;
import io.tfsno.spectral.SpectralGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A product of fields, formed point by point: a monomial {@code u v w}, the squared slope {@code
 * |grad u|^2}, or a slope carried by another field, {@code v u_x}.
 *
 * @param fields the numbers of the fields that take part
 * @param axis of the slope of a carried field
 */
record Product(Kind kind, List<Integer> fields, int axis) {
  enum Kind {
    MONOMIAL,
    SQUARED_SLOPE,
    CARRIED
  }

  static Product monomial(List<Integer> fields) {
    return new Product(Kind.MONOMIAL, fields.stream().sorted().toList(), -1);
  }

  static Product squaredSlope(int field) {
    return new Product(Kind.SQUARED_SLOPE, List.of(field), -1);
  }

  /** The field {@code by} times the slope of another along an axis. */
  static Product carried(int by, int field, int axis) {
    return new Product(Kind.CARRIED, List.of(by, field), axis);
  }

  /** What forms it on a grid: coefficients of the state and its values to the product's. */
  Former on(SpectralGrid grid) {
    return switch (kind) {
      case MONOMIAL -> monomial(grid);
      case SQUARED_SLOPE -> squaredSlope(grid);
      case CARRIED -> carried(grid);
    };
  }

  /** The product of a law of one field, as data. */
  ProductForm form(int dimension) {
    return switch (kind) {
      case MONOMIAL -> ProductForm.power(fields.size());
      case SQUARED_SLOPE ->
          ProductForm.single(
              IntStream.range(0, dimension).mapToObj(Product::slopeAlong).toList(),
              Polynomial.sumOfSquares(dimension));
      case CARRIED ->
          ProductForm.single(
              List.of(slopeAlong(axis), View.of(0)), Polynomial.of(Monomial.of(1, 0, 1)));
    };
  }

  private static View slopeAlong(int axis) {
    return View.imaginary(0, k -> k.k(axis));
  }

  /** Forms a product, {@code [trajectory, 1, modes...]}. */
  interface Former {
    /**
     * @param values of all fields, not to be overwritten
     */
    Tensor of(Tensor state, Function<Integer, Tensor> values);
  }

  private Former monomial(SpectralGrid grid) {
    if (fields.size() == 1) {
      return (state, values) -> state.narrow(1, fields.get(0), 1);
    }
    return (state, values) -> {
      Tensor product = values.apply(fields.get(0));
      for (int field : fields.subList(1, fields.size())) {
        product = product.mul(values.apply(field));
      }
      return grid.coefficients(product);
    };
  }

  private Former squaredSlope(SpectralGrid grid) {
    List<Tensor> gradient = new ArrayList<>();
    for (int a = 0; a < grid.wavenumbers().grid().dimension(); a++) {
      gradient.add(slope(grid, a));
    }
    return (state, values) -> {
      Tensor u = state.narrow(1, fields.get(0), 1);
      Tensor squares = grid.values(u.mul(gradient.get(0))).squareInPlace();
      for (Tensor along : gradient.subList(1, gradient.size())) {
        Tensor slope = grid.values(u.mul(along));
        squares = squares.addProduct(slope, slope);
      }
      return grid.coefficients(squares);
    };
  }

  private Former carried(SpectralGrid grid) {
    Tensor along = slope(grid, axis);
    return (state, values) -> {
      Tensor slope = grid.values(state.narrow(1, fields.get(1), 1).mul(along));
      return grid.coefficients(slope.mul(values.apply(fields.get(0))));
    };
  }

  private static Tensor slope(SpectralGrid grid, int axis) {
    return grid.imaginaryFactor(k -> k.k(axis));
  }
}
