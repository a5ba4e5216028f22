package io.tfsno.eval;

import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Gated;
import io.tfsno.operator.GatedBlock;
import io.tfsno.operator.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** What is gathered about the blocks of a gated operator; nothing where no bound holds. */
final class BlockStudy {
  private static final int POINTS_BETWEEN = 10;

  /** Null where no bound holds. */
  private final Gated operator;

  private final List<? extends GatedBlock> views;
  private final List<Amplification> maps = new ArrayList<>();
  private final List<GateSensitivity> gates = new ArrayList<>();
  private final BlockConstants[] constants;
  private final double[] measured;
  private final double[] worst;

  BlockStudy(Operator operator, Rng rng) {
    this.operator = Gated.of(operator).filter(BlockStudy::haveBounds).orElse(null);
    views = this.operator == null ? List.of() : this.operator.blocks();
    views.forEach(view -> maps.add(new Amplification(view::apply, rng)));
    views.forEach(view -> gates.add(new GateSensitivity(view, rng)));
    constants = views.stream().map(BlockConstants::ofWeights).toArray(BlockConstants[]::new);
    measured = new double[views.size()];
    worst = new double[views.size()];
  }

  private static boolean haveBounds(Gated operator) {
    return operator.blocks().stream().noneMatch(GatedBlock::isLocal);
  }

  /**
   * @param u states
   * @param others for each of them: what follows on it first, then those that it is compared with
   */
  void examine(Tensor u, List<Tensor> others, Conditions given) {
    if (operator == null) {
      return;
    }
    List<Tensor> from = operator.inputs(u, given);
    for (int i = 0; i < views.size(); i++) {
      Tensor z = from.get(i);
      measured[i] = Math.max(measured[i], maps.get(i).random(z));
      worst[i] = Math.max(Math.max(worst[i], measured[i]), maps.get(i).worst(z));
    }
    for (Tensor other : others) {
      List<Tensor> to = operator.inputs(other, given);
      for (int i = 0; i < views.size(); i++) {
        between(i, from.get(i), to.get(i));
      }
    }
  }

  /** Constants that depend on states, along the line between two of them. */
  private void between(int i, Tensor z, Tensor other) {
    Tensor way = other.sub(z);
    for (int point = 0; point <= POINTS_BETWEEN + 1; point++) {
      double share = (double) point / (POINTS_BETWEEN + 1);
      constants[i] = constants[i].including(views.get(i), z.addScaled(way, share));
    }
    if (views.get(i).isGated()) {
      gates.get(i).examine(z, other);
    }
  }

  List<StabilityReport.Block> results() {
    return IntStream.range(0, views.size()).mapToObj(this::result).toList();
  }

  private StabilityReport.Block result(int i) {
    BlockConstants k = constants[i];
    StabilityReport.Gate gate =
        views.get(i).isGated()
            ? new StabilityReport.Gate(
                k.gateOnOutput(), gates.get(i).onOutput(), k.gateOfState(), gates.get(i).ofState())
            : null;
    return new StabilityReport.Block(i, k, k.bracket(), k.bound(), measured[i], worst[i], gate);
  }

  double stepBound() {
    return operator == null
        ? Double.NaN
        : operator.stepBound(Arrays.stream(constants).map(BlockConstants::bound).toList());
  }

  /** What training held the step's bound below; NaN where it did not. */
  double stepTarget() {
    OptionalDouble target = operator == null ? OptionalDouble.empty() : operator.stepTarget();
    return target.orElse(Double.NaN);
  }
}
