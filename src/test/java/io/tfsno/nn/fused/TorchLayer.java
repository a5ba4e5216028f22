package io.tfsno.nn.fused;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Linear;
import java.util.EnumSet;
import java.util.List;

/** A layer in plain operations. It requires what its joints promise. */
final class TorchLayer implements Layer {
  private final TorchLines transform;
  private final Linear map;
  private final EnumSet<Joint> has = EnumSet.noneOf(Joint.class);

  TorchLayer(LineGrid grid, Linear map, Joint... joints) {
    transform = new TorchLines(grid);
    this.map = map;
    has.addAll(List.of(joints));
  }

  @Override
  public Result forward(Tensor field, Tensor lines, boolean withSum, Tensor place) {
    require(Joint.TAKES_LINES, lines);
    Tensor sum = map.apply(field);
    if (lines != null) {
      sum = sum.add(transform.toField(lines));
    }
    boolean active = has.contains(Joint.ACTIVE);
    Tensor out = active ? Activations.gelu(sum) : sum;
    if (place != null) {
      place.copyInPlace(out);
      out = place;
    }
    Tensor next = has.contains(Joint.GIVES_LINES) ? transform.ofField(out) : null;
    return new Result(active && withSum ? sum : null, out, next);
  }

  @Override
  public void addParameterGradient(Tensor gradient, Tensor field, SideStream beside) {
    addGradient(map, gradient, field);
  }

  /** For {@code W field + b}. */
  static void addGradient(Linear map, Tensor gradient, Tensor field) {
    Tensor g = gradient.reshape(gradient.size(0), -1);
    map.weight().grad().addInPlace(g.matmul(field.reshape(field.size(0), -1).permute(1, 0)));
    map.bias().grad().addInPlace(g.sum(1));
  }

  @Override
  public Result backward(Tensor gradient, Tensor lines, Tensor before) {
    require(Joint.TAKES_LINES, lines);
    require(Joint.AFTER_GELU, before);
    Tensor back = transposed(map, gradient);
    if (lines != null) {
      back = back.add(transform.toGradient(lines));
    }
    if (before != null) {
      back = throughGelu(back, before);
    }
    Tensor next = has.contains(Joint.GIVES_LINES_BACK) ? transform.ofGradient(back) : null;
    return new Result(null, back, next);
  }

  /** {@code W^T gradient}. */
  static Tensor transposed(Linear map, Tensor gradient) {
    long[] shape = gradient.shape();
    shape[0] = map.in();
    return map.weight().permute(1, 0).matmul(gradient.reshape(gradient.size(0), -1)).view(shape);
  }

  /** {@code gradient GELU'(before)}. */
  static Tensor throughGelu(Tensor gradient, Tensor before) {
    try (Autograd.Mode on = Autograd.on()) {
      Tensor leaf = before.detach().trainable();
      Activations.gelu(leaf).backward(gradient);
      return leaf.grad();
    }
  }

  private void require(Joint joint, Tensor given) {
    if (has.contains(joint) != (given != null)) {
      throw new IllegalStateException("a layer of " + has + " was not given what it should be");
    }
  }
}
