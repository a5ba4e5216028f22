package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.ModeSlice;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.ModeTable.OfMode;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.ModeTransform;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/**
 * Keeps rollouts from leaving the spectra that a network has learnt from: no shell of wave numbers
 * of a predicted state gets more than {@code margin} times the largest amplitude that it has in the
 * training states, channel by channel.
 *
 * <pre>
 *   X'(k) = X(k) min( 1, sqrt( L_s / P_s ) ),   s = round |k|,   P_s = sum over the shell of |X|^2
 * </pre>
 *
 * A rollout that strays does so by waves that pile up where no training state had any. What is
 * within the limits is not touched, to the last bit: the excess is subtracted. In particular the
 * mean cannot drift where all training states have none. Training steps are not guarded: whatever a
 * network does is what it must learn from.
 */
final class ShellGuard {
  private static final int MOST_WAVES = 512;
  private static final float UNLIMITED = 1e30f;

  /** Of the energy of a state: what rounding leaves in a shell that is empty. */
  private static final double ROUNDING = 1e-12;

  private final double margin;
  private final ModeTable table;
  private final Constants constants;
  private final Parameter limits;
  private final int shells;
  private final int channels;
  private boolean limited;

  ShellGuard(Parameters parameters, FieldShape shape, double margin, Constants constants) {
    requirePeriodic(shape);
    this.margin = margin;
    this.constants = constants;
    table = new ModeTable(Modes.belowNyquist(shape.points(), MOST_WAVES), constants);
    shells = 1 + largestShell(table.modes());
    channels = shape.channels();
    limits =
        parameters.declareState("guard.limits", Initialiser.constant(UNLIMITED), shells, channels);
  }

  private static void requirePeriodic(FieldShape shape) {
    if (!shape.grid().periodic()) {
      throw new UserError(
          "a periodic grid for model.guard",
          "walls",
          "Leave model.guard out: a jump at the walls has waves of all lengths.");
    }
  }

  private static int largestShell(Modes modes) {
    int largest = 0;
    for (int i = 0; i < modes.count(); i++) {
      largest = Math.max(largest, shell(modes.waves(i)));
    }
    return largest;
  }

  private static int shell(int... k) {
    return (int) Math.round(ModeShells.radius(k));
  }

  /** The states {@code [sample, channel, x(, y, z)]} within the limits. */
  Tensor capped(Tensor u) {
    if (Autograd.taping()) {
      return u;
    }
    ModeSlice slice = table.slice(u);
    Tensor x = spectrum(u, slice);
    Tensor beyond = power(x, slice).div(limits.tensor().view(shells, 1, channels)).add(-1);
    Tensor ratio = beyond.add(beyond.abs()).mul(0.5).add(1); // max(1, P / L)
    Tensor excess = ratio.rsqrt().neg().add(1).view(shells, -1);
    Tensor ofModes = rows("members", slice, u.device(), k -> 1).permute(1, 0).matmul(excess);
    Tensor correction = x.mul(ofModes.view(ofModes.size(0), 1, -1));
    return u.sub(transform(slice, u).synthesise(correction).view(u.shape()));
  }

  /** Widens the limits to what these training states have; the first ones set them. */
  void allow(Tensor u) {
    try (Autograd.Mode off = Autograd.off()) {
      ModeSlice slice = table.slice(u);
      Tensor power = power(spectrum(u, slice), slice);
      Tensor least = power.sum(0).mean(0).mul(ROUNDING).view(1, channels);
      Tensor found = power.max(1).mul(margin * margin).add(least).view(shells, channels, 1);
      Tensor before = limits.tensor().view(shells, channels, 1);
      limits.tensor().copyInPlace(limited ? Tensor.cat(2, before, found).max(2) : found.max(2));
      limited = true;
    }
  }

  private Tensor spectrum(Tensor u, ModeSlice slice) {
    ModeTransform transform = transform(slice, u);
    return transform.analyse(u.reshape(transform.fieldShape(u.size(0) * channels)));
  }

  private ModeTransform transform(ModeSlice slice, Tensor u) {
    return constants.transform(slice.modes(), Points.of(u, table.modes().dimension()), u.device());
  }

  /** {@code [shell, sample, channel]}. */
  private Tensor power(Tensor x, ModeSlice slice) {
    return rows("power", slice, x.device(), ModeTable::multiplicity)
        .matmul(x.square().sum(1))
        .view(shells, -1, channels);
  }

  /** {@code [shell, mode]}: a weight for the modes of each shell. */
  private Tensor rows(String name, ModeSlice slice, Device device, OfMode weight) {
    OfMode[] functions = new OfMode[shells];
    for (int s = 0; s < shells; s++) {
      int own = s;
      functions[s] = k -> shell(k) == own ? weight.at(k) : 0;
    }
    return table.rows("shells, " + name, slice, device, functions);
  }
}
