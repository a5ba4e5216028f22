package io.tfsno.operator.tfsno;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Conditions;
import java.util.List;

/**
 * Bounds the gains of gates by how sensitive these are to their input, measured on given states, so
 * that blocks are the contractions that {@link ContractionSpec} asks for.
 */
final class GainBounds {
  /**
   * How much more sensitive gates may be on rollouts than on training states, where the whole step
   * is to be a contraction: rollouts leave them for its fixed point.
   */
  private static final double STRAYING = 4;

  private GainBounds() {}

  /** Block after block, because what enters one depends on the gains before it. */
  static void set(TfSno network, List<Asob> blocks, Tensor u, Conditions conditions) {
    TfSnoSpec spec = network.spec();
    for (int i = 0; i < blocks.size(); i++) {
      if (!blocks.get(i).isGated()) {
        continue;
      }
      try (Scope scope = new Scope()) {
        BlockView block = new BlockView(blocks.get(i));
        Tensor z = network.gates(u, conditions).get(i).input();
        BlockConstants constants = BlockConstants.ofWeights(block).including(block, z);
        if (spec.boundsStep()) {
          constants = constants.including(block, halfway(z));
        }
        double margin = spec.boundsStep() ? STRAYING : 1;
        block.boundAlpha(spec.contraction().alphaFor(margin * constants.sensitivity()));
      }
    }
  }

  /** Halfway between neighbouring samples: a contraction is one between any two states. */
  private static Tensor halfway(Tensor z) {
    return z.add(z.roll(1, 0)).mul(0.5);
  }
}
