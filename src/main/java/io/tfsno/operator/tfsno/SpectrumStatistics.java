package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;

/**
 * How the energy of a field is spread over its kept modes:
 *
 * <pre>
 *   P(k) = m(k) mean_c |X_c(k)|^2      m counts the conjugate twin
 *   E    = sum P,   p = P / (E + eps)
 *   ln(E + eps),   mu = sum rho p,   sigma = sqrt(sum (rho - mu)^2 p + eps_s),
 *   slog( sum (rho - mu)^3 p / sigma^3 )
 * </pre>
 *
 * with rho = |k| / max |k|. All are finite and differentiable on zero and constant fields.
 */
final class SpectrumStatistics {
  static final double EPS = 1e-6;
  static final double EPS_SPREAD = 1e-4;

  private final ModeTable table;

  SpectrumStatistics(ModeTable table) {
    this.table = table;
  }

  /**
   * The energy of the kept modes and its distribution over them.
   *
   * @param energy {@code [1, sample]}
   * @param share {@code [mode, sample]}
   */
  record Distribution(Tensor energy, Tensor share) {}

  Distribution distribution(Tensor x, int points) {
    double channels = x.size(2);
    Tensor weight =
        table.column(
            "multiplicity / " + channels,
            points,
            x.device(),
            (k1, k2) -> ModeTable.multiplicity(k2) / channels);
    Tensor power = x.square().sum(1, 2).mul(weight);
    Tensor energy = power.sum(0).view(1, -1);
    return new Distribution(energy, power.div(energy.add(EPS)));
  }

  /** The four statistics, {@code [1, sample]} each. */
  Tensor[] of(Distribution distribution, int points) {
    Tensor p = distribution.share();
    Device device = p.device();
    Tensor rho = table.column("radius", points, device, table::radius);
    Tensor mu = table.rows("radius", points, device, table::radius).matmul(p);
    Tensor deviation = rho.sub(mu);
    Tensor second = deviation.square().mul(p);
    Tensor sigma = second.sum(0).add(EPS_SPREAD).sqrt();
    Tensor skewness = second.mul(deviation).sum(0).div(sigma.cube());
    return new Tensor[] {
      distribution.energy().add(EPS).log(),
      mu,
      sigma.view(1, -1),
      Activations.signedLog(skewness).view(1, -1)
    };
  }
}
