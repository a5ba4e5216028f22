package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Constants;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.operator.tfsno.cuda.FusedGate;
import io.tfsno.operator.tfsno.cuda.GateParts;
import io.tfsno.operator.tfsno.cuda.GatedProduct;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A gated product in libtorch's operations, made of what kernels are given. It is taped on leaves
 * of its own, as the steps of a gate that have no kernels are.
 */
final class TorchGate implements GatedProduct {
  private final LineGrid grid;
  private final SpectralConv spectral;
  private final GateParts parts;
  private final ModeTable table;
  private final TrainingGrid training;

  TorchGate(LineGrid grid, SpectralConv spectral, GateParts parts, Constants constants) {
    this.grid = grid;
    this.spectral = spectral;
    this.parts = parts;
    table = new ModeTable(grid.modes(), constants);
    training = new TrainingGrid(grid.points(), constants);
  }

  @Override
  public Passed forward(Tensor z, Tensor x, Tensor given, boolean taping) {
    try (Autograd.Mode on = Autograd.on()) {
      Tensor ofField = z.detach().trainable();
      Tensor ofModes = x.detach().trainable();
      Tensor swapped = ofModes.permute(0, 3, 1, 2);
      Tensor y = spectral.mix(swapped, grid.points());
      Tensor delta = delta(ofField, swapped, given).view(y.size(0), 1, y.size(2), y.size(3));
      Tensor result = y.addProduct(y, delta).permute(0, 2, 3, 1).contiguous();
      return new Taped(ofField, ofModes, result);
    }
  }

  private record Taped(Tensor z, Tensor x, Tensor result) implements Passed {
    @Override
    public Tensor backward(Tensor gradient, SideStream side) {
      result.backward(gradient);
      return x.grad();
    }

    @Override
    public void addValueGradient(Tensor ofField) {
      if (z.hasGrad()) {
        ofField.addInPlace(z.grad());
      }
    }
  }

  /** {@code [mode and channel, sample]}. */
  private Tensor delta(Tensor z, Tensor x, Tensor given) {
    Tensor seen = seen(z, x, given);
    if (parts.shift() != null) {
      seen = seen.sub(parts.shift().tensor()).div(parts.scale().tensor());
    }
    Tensor h = parts.activation().apply(parts.first().apply(seen));
    h = parts.middle() == null ? h : parts.middle().apply(h);
    Tensor weight = parts.last().weight();
    Tensor bias = parts.last().bias().view(-1, 1);
    if (parts.spread() != null) {
      weight = parts.spread().apply(weight);
      bias = parts.spread().apply(bias);
    }
    return weight.matmul(h).add(bias).tanh().mul(Activations.softplus(parts.gain().tensor()));
  }

  /** Statistics that kernels know, then others, then what is given. */
  private Tensor seen(Tensor z, Tensor x, Tensor given) {
    Tensor ofState = ofState(z, x);
    if (ofState == null) {
      return given;
    }
    Tensor seen = parts.detached() ? ofState.detach() : ofState;
    return given == null ? seen : Tensor.cat(0, seen, given);
  }

  /** Null for nothing. */
  private Tensor ofState(Tensor z, Tensor x) {
    List<String> used =
        IntStream.range(0, FusedGate.STATISTICS.size())
            .filter(i -> (parts.features() >> i & 1) == 1)
            .mapToObj(FusedGate.STATISTICS::get)
            .toList();
    Tensor others = parts.others() == null ? null : parts.others().of(z, x);
    if (used.isEmpty()) {
      return others;
    }
    Tensor own = new StateStatistics(used, training).of(new GateInput(table, training, z, x));
    return others == null ? own : Tensor.cat(0, own, others);
  }
}
