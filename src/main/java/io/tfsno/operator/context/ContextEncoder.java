package io.tfsno.operator.context;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable.OfMode;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Grid;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers about the law behind the first K states of a trajectory, each a mean over the states, or
 * over the K - 1 pairs of neighbours:
 *
 * <pre>
 *   statistics   those of {@link Statistics#ofPaper}, of the states on the training grid
 *   ratios       ln( Q_b(t+1) / Q_b(t) ),     Q_b = P_b + eps E + floor
 *   phases       Re and -Im of G_b = sum conj(X_t) X_t+1 / sqrt( P_b(t) P_b(t+1) )
 *   power        ln Q_b(t)
 *   law, trend   {@link LawFit}
 * </pre>
 *
 * with the power {@code P_b = sum |X(k)|^2} of band b, a mean over channels, and the energy E of
 * all bands. For phases there is one sum for each axis, over modes that are not constant along it,
 * where those with a negative wave along it count as their conjugates. A drift by c in one step
 * turns a wave k by k c, which makes these {@code cos(k c)} and {@code sin(k c)} for a band of one
 * wave; the amplitude of G_b is the coherence of the two states, so that a band that holds nothing
 * but rounding errors says next to nothing. No gradient: the numbers belong to the data.
 */
public final class ContextEncoder {
  private static final double EPS = 1e-10;
  private static final double FLOOR = 1e-20;

  private final ContextSpec spec;
  private final Bands bands;
  private final TrainingGrid grid;
  private final LawFit law;
  private final int dimension;

  /**
   * @param trained the training grid
   */
  public ContextEncoder(ContextSpec spec, Grid trained, Constants constants) {
    this.spec = spec;
    bands = new Bands(trained.points(), constants);
    grid = new TrainingGrid(trained.points(), constants);
    dimension = trained.dimension();
    law = spec.fitsLaw() ? new LawFit(periodic(trained), spec.states()) : null;
  }

  private static Grid periodic(Grid grid) {
    if (!grid.periodic()) {
      throw new UserError(
          "a periodic grid for model.context.features: law or trend",
          "walls",
          "Leave these two out: derivatives would be those of a field that jumps at the walls.");
    }
    return grid;
  }

  /**
   * @param states normalised, the oldest first, {@code [sample, channel, x(, y, z)]} each
   * @return {@code [sample, number]}, a new tensor owned by the enclosing scope
   */
  public Tensor of(List<Tensor> states) {
    if (states.size() != spec.states()) {
      throw new IllegalArgumentException(
          "a context of %d states, not %d".formatted(spec.states(), states.size()));
    }
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      Tensor all = Tensor.cat(0, states.toArray(Tensor[]::new));
      return scope.keep(new Observed(grid.of(channelsFirst(all))).numbers());
    }
  }

  private static Tensor channelsFirst(Tensor states) {
    long[] order = new long[states.rank()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i < 2 ? 1 - i : i;
    }
    return states.permute(order).contiguous();
  }

  /** The states of one batch, {@code [channel, state and sample, x(, y, z)]}. */
  private final class Observed {
    private final Tensor field;
    private final Tensor modes;
    private final long pairs = spec.states() - 1;
    private final long samples;

    Observed(Tensor field) {
      this.field = field;
      modes = bands.analyse(field);
      samples = field.size(1) / spec.states();
    }

    Tensor numbers() {
      List<Tensor> groups = new ArrayList<>();
      Tensor power = logPower();
      for (ContextFeature feature : spec.taken()) {
        switch (feature) {
          case STATISTICS -> groups.add(overStates(statistics()));
          case RATIOS -> groups.add(ratios(power));
          case PHASES -> addPhases(groups);
          case POWER -> groups.add(overStates(power));
          case LAW -> groups.add(law.coefficients(field));
          case TREND -> groups.add(law.trends(field));
        }
      }
      return Tensor.cat(0, groups.toArray(Tensor[]::new)).permute(1, 0).contiguous();
    }

    /** {@code [number, state and sample]} to the means over states, {@code [number, sample]}. */
    private Tensor overStates(Tensor each) {
      return each.view(each.size(0), -1, samples).mean(1);
    }

    private Tensor statistics() {
      GateInput input = new GateInput(bands.table(), grid, field, modes);
      return Tensor.cat(
          0,
          Statistics.inOrder(Statistics.ofPaper()).stream()
              .map(statistic -> statistic.of(input))
              .toArray(Tensor[]::new));
    }

    private Tensor logPower() {
      Tensor power = inBands("all", modes.square().sum(1), k -> 1);
      Tensor energy = power.sum(0).view(1, -1);
      return power.add(energy.mul(EPS)).add(FLOOR).log();
    }

    /** The mean over neighbours is that between the first and the last. */
    private Tensor ratios(Tensor logPower) {
      Tensor last = logPower.narrow(1, pairs * samples, samples);
      return last.sub(logPower.narrow(1, 0, samples)).mul(1.0 / pairs);
    }

    private void addPhases(List<Tensor> groups) {
      Tensor from = modes.narrow(3, 0, pairs * samples);
      Tensor to = modes.narrow(3, samples, pairs * samples);
      Tensor re = from.mul(to).sum(1);
      Tensor im =
          from.select(1, 0).mul(to.select(1, 1)).sub(from.select(1, 1).mul(to.select(1, 0)));
      Tensor energy = inBands("all", modes.square().sum(1), k -> 1).sum(0).view(1, -1);
      for (int a = 0; a < dimension; a++) {
        int axis = a;
        Tensor power =
            inBands("along " + a, modes.square().sum(1), k -> Math.abs(Integer.signum(k[axis])))
                .add(energy.mul(EPS))
                .add(FLOOR)
                .sqrt();
        Tensor both =
            power.narrow(1, 0, pairs * samples).mul(power.narrow(1, samples, pairs * samples));
        Tensor cosine = inBands("along " + a, re, k -> Math.abs(Integer.signum(k[axis])));
        Tensor sine = inBands("signed along " + a, im, k -> -Integer.signum(k[axis]));
        groups.add(overStates(cosine.div(both)));
        groups.add(overStates(sine.div(both)));
      }
    }

    /** {@code [mode, channel, ...]} to {@code [band, ...]}: means over channels, summed. */
    private Tensor inBands(String name, Tensor ofModes, OfMode weight) {
      return bands.sums(name, ofModes.device(), weight).matmul(ofModes.mean(1));
    }
  }
}
