package io.tfsno.eval;

import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
import io.tfsno.operator.GatedBlock;
import io.tfsno.operator.Rollout;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PowerSpectrum;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state-conditioned linear operator of one gated block, {@code K_z = F^-1 (1 + delta(z)) Phi_0
 * F + W}, along one rollout. All arrays are {@code [step][wave number]}, the first state being step
 * 0; in 2D wave numbers are shells of rounded radius.
 *
 * @param block its number, 0 first
 * @param gain mean of {@code 1 + delta} over channels (and the shell)
 * @param norm largest singular value of K_z, W included, at the wave number (or on the shell): the
 *     most that it can amplify
 * @param power of the physical state at the same wave numbers
 */
public record GainMap(int block, double[][] gain, double[][] norm, double[][] power) {

  /** All gated blocks along the rollout from the first state of a trajectory; may be empty. */
  public static List<GainMap> along(
      TrainedModel model, TrajectorySet truth, int trajectory, int horizon) {
    return Gated.of(model.operator())
        .filter(Gated::isGated)
        .map(operator -> along(model, operator, truth, trajectory, horizon))
        .orElse(List.of());
  }

  private static List<GainMap> along(
      TrainedModel model, Gated operator, TrajectorySet truth, int trajectory, int horizon) {
    Map<Integer, GainMap> maps = new TreeMap<>();
    for (int block = 0; block < operator.blocks().size(); block++) {
      if (operator.blocks().get(block).isGated()) {
        int rows = horizon + 1;
        maps.put(
            block, new GainMap(block, new double[rows][], new double[rows][], new double[rows][]));
      }
    }
    Device device = operator.parameters().device();
    FieldShape shape = model.card().shape();
    TrueConditions conditions = TrueConditions.of(model, truth);
    int start = conditions.firstStep();
    try (Scope whole = new Scope();
        Autograd.Mode off = Autograd.off();
        Stream stream = Stream.open(device);
        Rollout rollout = model.open(shape.states(1))) {
      PowerSpectrum spectrum = new PowerSpectrum(shape.grid(), device);
      rollout.start(conditions.state(trajectory, 1, start), conditions.at(trajectory, 1, start));
      for (int step = 0; step <= horizon; step++) {
        try (Scope one = new Scope()) {
          if (conditions.forced()) {
            rollout.force(conditions.fields(trajectory, 1, start + step));
          }
          double[] power = spectrum.shells(spectrum.power(rollout.state())).toDoubles();
          Tensor u = model.card().normaliser().normalise(rollout.state());
          for (GateReading gate :
              operator.gates(u, model.card().standardised(rollout.conditions()))) {
            if (maps.containsKey(gate.block())) {
              maps.get(gate.block()).fill(step, gate, operator.blocks().get(gate.block()), power);
            }
          }
          rollout.step();
        }
      }
    }
    return List.copyOf(maps.values());
  }

  private void fill(int step, GateReading gate, GatedBlock view, double[] ofState) {
    Modes modes = gate.modes();
    ModeShells shells = new ModeShells(modes);
    Tensor factors = gate.delta().select(0, 0).permute(1, 0).add(1);
    gain[step] = shells.means(factors.mean(1).toDoubles());
    norm[step] = shells.largest(new LocalOperator(view, modes, factors).norms());
    power[step] = Arrays.copyOf(ofState, shells.count());
  }
}
