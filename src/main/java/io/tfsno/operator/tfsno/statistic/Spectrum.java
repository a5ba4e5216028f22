package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.ModeSlice;
import io.tfsno.operator.tfsno.statistic.ModeTable.OfMode;

/**
 * How the energy of a field is spread over its kept modes:
 *
 * <pre>
 *   P(k) = m(k) mean_c |X_c(k)|^2      m counts the conjugate twin
 *   E    = sum P,   p = P / (E + eps)
 *   mu   = sum rho p,   sigma = sqrt(sum (rho - mu)^2 p + eps_s)
 * </pre>
 *
 * with rho = |k| / max |k|. A coefficient means the same amplitude on every grid. A coarse grid
 * that holds fewer modes sees the sums over those: they are the same for fields without energy in
 * the others.
 */
public final class Spectrum {
  public static final double EPS = 1e-6;
  public static final double EPS_SPREAD = 1e-4;

  private final ModeTable table;
  private final ModeSlice slice;
  private final Tensor energy;
  private final Tensor share;
  private Tensor centroid;
  private Tensor second;
  private Tensor deviation;
  private Tensor spread;

  Spectrum(ModeTable table, ModeSlice slice, Tensor x) {
    this.table = table;
    this.slice = slice;
    double channels = x.size(2);
    Tensor weight =
        table.column(
            "multiplicity / " + channels,
            slice,
            x.device(),
            k -> ModeTable.multiplicity(k) / channels);
    Tensor power = x.square().sum(1, 2).mul(weight);
    energy = power.sum(0).view(1, -1);
    share = power.div(energy.add(EPS));
  }

  /** E, {@code [1, sample]}. */
  Tensor energy() {
    return energy;
  }

  /** p, {@code [mode, sample]}. */
  public Tensor share() {
    return share;
  }

  /** mu, {@code [1, sample]}. */
  Tensor centroid() {
    if (centroid == null) {
      centroid = rows("radius", table::radius).matmul(share);
    }
    return centroid;
  }

  /** sigma, {@code [sample]}. */
  Tensor spread() {
    if (spread == null) {
      deviation = column("radius", table::radius).sub(centroid());
      second = deviation.square().mul(share);
      spread = second.sum(0).add(EPS_SPREAD).sqrt();
    }
    return spread;
  }

  /** {@code sum (rho - mu)^3 p}, {@code [sample]}. */
  Tensor third() {
    spread();
    return second.mul(deviation).sum(0);
  }

  /** Numbers of the modes at hand, a row for each function: {@code [rows, mode]}. */
  public Tensor rows(String name, OfMode... functions) {
    return table.rows(name, slice, device(), functions);
  }

  /** A number of each mode at hand, {@code [mode, 1]}. */
  public Tensor column(String name, OfMode function) {
    return table.column(name, slice, device(), function);
  }

  public ModeTable table() {
    return table;
  }

  private Device device() {
    return share.device();
  }
}
