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
  private final Local local;
  private final int axes;
  private final EnumSet<Joint> has = EnumSet.noneOf(Joint.class);

  TorchLayer(LineGrid grid, Linear map, Local local, Joint... joints) {
    transform = new TorchLines(grid);
    this.map = map;
    this.local = local;
    axes = grid.points().dimension();
    has.addAll(List.of(joints));
  }

  @Override
  public Result forward(Tensor field, Tensor lines, Tensor added, boolean withSum, Tensor place) {
    require(has.contains(Joint.TAKES_LINES), lines);
    require(has.contains(Joint.ADDS), added);
    Tensor sum = map.apply(field);
    if (added != null) {
      sum = sum.add(added);
    }
    for (int tap = 0; tap < taps(); tap++) {
      sum = sum.add(mapped(stencil(tap), difference(field, tap)));
    }
    Tensor y = lines == null ? null : transform.toField(lines);
    Tensor gain = local.isGated() ? local.gate().apply(field).add(1) : null;
    if (y != null) {
      sum = sum.add(gain == null ? y : y.mul(gain));
    }
    boolean active = has.contains(Joint.ACTIVE);
    Tensor out = active ? Activations.gelu(sum) : sum;
    if (has.contains(Joint.RESIDUAL)) {
      out = out.add(field);
    }
    if (place != null) {
      place.copyInPlace(out);
      out = place;
    }
    Tensor next = has.contains(Joint.GIVES_LINES) ? transform.ofField(out) : null;
    Tensor kept = gain == null ? sum : Tensor.cat(0, sum, gain, y);
    return new Result(active && withSum ? kept : null, out, next);
  }

  @Override
  public void addParameterGradient(Tensor gradient, Tensor field, SideStream side) {
    Tensor ofSum = gradient.narrow(0, 0, map.out());
    addGradient(map, ofSum, field);
    if (local.isGated()) {
      addGradient(local.gate(), gradient.narrow(0, map.out(), map.out()), field);
    }
    for (int tap = 0; tap < taps(); tap++) {
      Tensor right = difference(field, tap).reshape(field.size(0), -1).permute(1, 0);
      stencilOf(local.stencil().gradient(), tap)
          .addInPlace(ofSum.reshape(ofSum.size(0), -1).matmul(right));
    }
  }

  private int taps() {
    return local.stencil() == null ? 0 : 2 * axes * local.stencil().reach();
  }

  private Tensor stencil(int tap) {
    return stencilOf(local.stencil().weight(), tap);
  }

  private Tensor stencilOf(Tensor all, int tap) {
    return all.select(0, tap / firsts()).select(0, tap % firsts());
  }

  /** First differences: one for each axis and distance. */
  private int firsts() {
    return axes * local.stencil().reach();
  }

  /** First differences along all axes at all distances, then second ones, halved. */
  private Tensor difference(Tensor z, int tap) {
    int reach = local.stencil().reach();
    int axis = tap % firsts() / reach - axes;
    int distance = 1 + tap % reach;
    Tensor next = z.roll(-distance, axis);
    Tensor last = z.roll(distance, axis);
    return (tap < firsts() ? next.sub(last) : next.add(last).sub(z.mul(2))).mul(0.5);
  }

  private static Tensor mapped(Tensor weight, Tensor x) {
    long[] shape = x.shape();
    shape[0] = weight.size(0);
    return weight.matmul(x.reshape(x.size(0), -1)).view(shape);
  }

  /** For {@code W field + b}. */
  static void addGradient(Linear map, Tensor gradient, Tensor field) {
    Tensor g = gradient.reshape(gradient.size(0), -1);
    map.weight().grad().addInPlace(g.matmul(field.reshape(field.size(0), -1).permute(1, 0)));
    map.bias().grad().addInPlace(g.sum(1));
  }

  @Override
  public Result backward(Tensor gradient, Tensor lines, Tensor before, Tensor past) {
    require(has.contains(Joint.TAKES_LINES), lines);
    require(has.contains(Joint.AFTER_GELU), before);
    require(has.contains(Joint.RESIDUAL) || has.contains(Joint.PASSED_BY), past);
    Tensor ofSum = gradient.narrow(0, 0, map.out()).contiguous();
    Tensor back = transposed(map, ofSum);
    if (local.isGated()) {
      Tensor ofGain = gradient.narrow(0, map.out(), map.out()).contiguous();
      back = back.add(transposed(local.gate(), ofGain));
    }
    for (int tap = 0; tap < taps(); tap++) {
      // The transpose of a first difference is its negative, that of a second one itself.
      Tensor one = mapped(stencil(tap).permute(1, 0), difference(ofSum, tap));
      back = tap < firsts() ? back.sub(one) : back.add(one);
    }
    if (lines != null) {
      back = back.add(transform.toGradient(lines));
    }
    if (past != null) {
      back = back.add(past);
    }
    Result passed = throughActivation(back, before);
    return has.contains(Joint.AFTER_RESIDUAL)
        ? new Result(null, Tensor.cat(0, passed.field(), back), passed.lines())
        : passed;
  }

  private Result throughActivation(Tensor back, Tensor before) {
    if (has.contains(Joint.AFTER_GAIN)) {
      return throughGain(back, before, transform);
    }
    Tensor ofSum = before == null ? back : throughGelu(back, before);
    Tensor next = has.contains(Joint.GIVES_LINES_BACK) ? transform.ofGradient(ofSum) : null;
    return new Result(null, ofSum, next);
  }

  /** {@code W^T gradient}. */
  static Tensor transposed(Linear map, Tensor gradient) {
    long[] shape = gradient.shape();
    shape[0] = map.in();
    return map.weight().permute(1, 0).matmul(gradient.reshape(gradient.size(0), -1)).view(shape);
  }

  /**
   * Through the GELU of a sum with a gain.
   *
   * @param kept the sum, the gain and what it multiplied
   * @return the gradients of the sum and of the gain, and the lines of that of what it multiplied
   */
  static Result throughGain(Tensor gradient, Tensor kept, TorchLines transform) {
    long channels = gradient.size(0);
    Tensor ofSum = throughGelu(gradient, kept.narrow(0, 0, channels).contiguous());
    Tensor ofGain = ofSum.mul(kept.narrow(0, 2 * channels, channels));
    Tensor ofY = ofSum.mul(kept.narrow(0, channels, channels));
    return new Result(null, Tensor.cat(0, ofSum, ofGain), transform.ofGradient(ofY));
  }

  /** {@code gradient GELU'(before)}. */
  static Tensor throughGelu(Tensor gradient, Tensor before) {
    try (Autograd.Mode on = Autograd.on()) {
      Tensor leaf = before.detach().trainable();
      Activations.gelu(leaf).backward(gradient);
      return leaf.grad();
    }
  }

  private void require(boolean wanted, Tensor given) {
    if (wanted != (given != null)) {
      throw new IllegalStateException("a layer of " + has + " was not given what it should be");
    }
  }
}
