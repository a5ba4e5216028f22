package io.tfsno.pde;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PackedGrid;
import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.SingleFields;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;

/**
 * What a batch of trajectories obeys: one equation for all of them, or one for each, of one type
 * and with coefficients of its own.
 *
 * @param each the equation of each trajectory, or the only one
 * @param common whether the only one is meant for any number of trajectories
 */
public record Laws(List<Equation> each, boolean common) {
  public Laws {
    each = List.copyOf(each);
    if (each.isEmpty() || (common && each.size() > 1)) {
      throw new IllegalArgumentException(each.size() + " equations, common: " + common);
    }
  }

  public static Laws common(Equation equation) {
    return new Laws(List.of(equation), true);
  }

  /** One for each trajectory of a batch. */
  public static Laws each(List<? extends Equation> each) {
    return new Laws(List.copyOf(each), false);
  }

  /** Any of them, for what they have in common. */
  public Equation first() {
    return each.get(0);
  }

  /** Whether none of them changes with time. */
  public boolean autonomous() {
    return each.stream().allMatch(Equation::autonomous);
  }

  public PackedGrid on(Grid grid, Device device) {
    return on(common, grid, device);
  }

  /** A pair of fields in one array must have one law, so others are integrated one by one. */
  public static PackedGrid on(boolean common, Grid grid, Device device) {
    return common
        ? new PairedFields(grid, device)
        : new SingleFields(grid, Dealiasing.largestWaves(grid.points()), DType.FLOAT64, device);
  }

  public Modes modes(Points points) {
    return modes(common, points);
  }

  /** The modes that states are given in on a grid, of a batch with one law or with several. */
  public static Modes modes(boolean common, Points points) {
    return common ? PairedFields.modes(points) : Modes.ofReal(points);
  }

  /** The linear parts, one trajectory's channels after another's. */
  public Symbol linear(Wavenumbers waves) {
    return common
        ? first().linear(waves)
        : Symbol.joined(each.stream().map(e -> e.linear(waves)).toList());
  }

  /** The nonlinear part of the batch, its factor ordered as the linear parts are. */
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return common ? first().nonlinear(grid) : first().nonlinear(each, grid);
  }

  /** What any equations come to that say no better. */
  static Nonlinearity joined(List<Equation> each, SpectralGrid grid) {
    List<Nonlinearity> parts = each.stream().map(e -> e.nonlinear(grid)).toList();
    if (parts.get(0) == null) {
      return null;
    }
    Symbol factor = Symbol.joined(parts.stream().map(Nonlinearity::factor).toList());
    Nonlinearity any = parts.get(0);
    return any.shared()
        ? new Nonlinearity(factor, any.product(), false, any.form())
        : new Nonlinearity(factor, oneByOne(parts), false);
  }

  private static Nonlinearity.Product oneByOne(List<Nonlinearity> parts) {
    return (state, time) -> {
      Tensor[] products = new Tensor[parts.size()];
      for (int i = 0; i < products.length; i++) {
        products[i] = parts.get(i).product().of(state.narrow(0, i, 1), time);
      }
      return Tensor.cat(0, products);
    };
  }
}
