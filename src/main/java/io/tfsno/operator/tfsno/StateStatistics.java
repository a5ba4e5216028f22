package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.operator.tfsno.cuda.FusedGate;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.Statistic;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Points;
import java.util.List;

/** Any statistics of the registry, in its order. */
final class StateStatistics implements Features {
  private final List<Statistic> chosen;
  private final List<Statistic> fused;
  private final TrainingGrid grid;

  StateStatistics(List<String> names, TrainingGrid grid) {
    chosen = Statistics.inOrder(names);
    fused = chosen.stream().filter(s -> FusedGate.STATISTICS.contains(s.name())).toList();
    this.grid = grid;
  }

  @Override
  public int size() {
    return chosen.size();
  }

  @Override
  public Tensor of(GateInput input) {
    return list(chosen, input);
  }

  @Override
  public List<String> fused() {
    return Statistics.names(fused);
  }

  @Override
  public Tensor others(GateInput input) {
    return list(chosen.subList(fused.size(), chosen.size()), input);
  }

  @Override
  public boolean fuses(Points points) {
    return grid.is(points) || fused.stream().noneMatch(s -> s.domain() == Statistic.Domain.VALUES);
  }

  private static Tensor list(List<Statistic> statistics, GateInput input) {
    return Tensor.cat(0, statistics.stream().map(s -> s.of(input)).toArray(Tensor[]::new));
  }
}
