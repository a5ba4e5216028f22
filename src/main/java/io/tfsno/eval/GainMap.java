package io.tfsno.eval;

import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.tfsno.BlockView;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PowerSpectrum;
import io.tfsno.spectral.Resample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The spectral part of the state-conditioned linear operator of one gated block, {@code K_z = F^-1
 * (1 + delta(z)) Phi_0 F + W}, along one rollout. All arrays are {@code [step][wave number]}, the
 * first state being step 0; in 2D wave numbers are shells of rounded radius.
 *
 * @param block its number, 0 first
 * @param gain mean of {@code 1 + delta} over channels (and the shell)
 * @param norm largest singular value of {@code (1 + delta) Phi_0} at the wave number (or on the
 *     shell): the most that it can amplify
 * @param power of the physical state at the same wave numbers
 */
public record GainMap(int block, double[][] gain, double[][] norm, double[][] power) {

  /** All gated blocks along the rollout from the first state of a trajectory; may be empty. */
  public static List<GainMap> along(
      TrainedModel model, TrajectorySet truth, int trajectory, int horizon) {
    if (!(model.operator() instanceof TfSno operator) || !operator.isGated()) {
      return List.of();
    }
    Map<Integer, GainMap> maps = new TreeMap<>();
    for (int block = 0; block < operator.blocks().size(); block++) {
      if (operator.blocks().get(block).isGated()) {
        int rows = horizon + 1;
        maps.put(
            block, new GainMap(block, new double[rows][], new double[rows][], new double[rows][]));
      }
    }
    int dimension = truth.shape().length;
    int points = model.card().shape().points();
    int[] shape = new int[dimension];
    Arrays.fill(shape, points);
    try (Scope whole = new Scope();
        Autograd.Mode off = Autograd.off()) {
      PowerSpectrum spectrum = new PowerSpectrum(shape, operator.parameters().device());
      Tensor stored = truth.fields(trajectory, 1, 0).to(operator.parameters().device());
      Tensor u = Resample.to(stored, points, dimension).copy();
      for (int step = 0; step <= horizon; step++) {
        try (Scope one = new Scope()) {
          double[] power = spectrum.shells(spectrum.power(u)).toDoubles();
          for (GateReading gate : operator.gates(model.card().normaliser().normalise(u))) {
            if (maps.containsKey(gate.block())) {
              maps.get(gate.block()).fill(step, gate, operator.blocks().get(gate.block()), power);
            }
          }
          u.copyInPlace(model.step(u));
        }
      }
    }
    return List.copyOf(maps.values());
  }

  private void fill(int step, GateReading gate, BlockView view, double[] ofState) {
    Modes modes = gate.modes();
    ModeShells shells = new ModeShells(modes);
    Tensor factors = gate.delta().select(0, 0).permute(1, 0).add(1);
    gain[step] = shells.means(factors.mean(1).toDoubles());
    Tensor phi = inOrder(view.spectralWeight(), modes);
    Tensor gated = phi.mul(factors.contiguous().view(modes.count(), -1, 1, 1)).contiguous();
    norm[step] = shells.largest(LinearAlgebra.spectralNorm(gated.asComplex()).toDoubles());
    power[step] = Arrays.copyOf(ofState, shells.count());
  }

  /** Layers hold columns of modes first, readings rows. */
  private static Tensor inOrder(Tensor phi, Modes modes) {
    long out = phi.size(1);
    long in = phi.size(2);
    return phi.view(modes.columns().count(), modes.rows().count(), out * in * 2)
        .permute(1, 0, 2)
        .reshape(modes.count(), out, in, 2);
  }
}
