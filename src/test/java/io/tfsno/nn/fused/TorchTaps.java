package io.tfsno.nn.fused;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Parameter;

/** Maps on periodic lines in plain operations, each step backward written by hand. */
public final class TorchTaps implements Taps, TapPass {
  @Override
  public TapPass begin(boolean taping) {
    return this;
  }

  @Override
  public Tensor apply(TapMap map, Tensor u) {
    Tensor y = sum(map, u);
    return map.scale() == null ? y : y.mul(map.scale().tensor());
  }

  @Override
  public Stepped step(TapMap gate, TapMap step, Tensor s, Tensor u) {
    Tensor open = Activations.sigmoid(sum(gate, s));
    Tensor field = open.mul(s);
    return new Stepped(open, field, u.add(apply(step, field)));
  }

  @Override
  public Tensor join(TapMap map, Joined fields) {
    return sum(map, together(fields));
  }

  @Override
  public Tensor back(TapMap map, Tensor gradient, Tensor added) {
    Tensor back = transposed(map, gradient);
    return added == null ? back : back.add(added);
  }

  @Override
  public SteppedBack stepBack(TapMap gate, TapMap step, Tensor gradient, Stepped stepped) {
    Tensor back = transposed(step, gradient);
    Tensor ofField = back.mul(step.scale().tensor());
    Tensor ofArgument = ofField.mul(stepped.field()).mul(stepped.gate().neg().add(1));
    Tensor ofGated = ofField.mul(stepped.gate()).add(transposed(gate, ofArgument));
    return new SteppedBack(ofArgument, ofGated, back.mul(stepped.field()).sum());
  }

  @Override
  public Joined split(TapMap joint, Tensor gradient) {
    Tensor both = transposed(joint, gradient);
    long half = joint.in() / 2;
    Tensor pairs = both.narrow(0, 0, half).reshape(half, gradient.size(1), joint.points() / 2, 2);
    return new Joined(pairs.sum(3), both.narrow(0, half, half));
  }

  @Override
  public Begun begin(TapMap output, Tensor gradient, Tensor u) {
    Tensor field = transposed(output, gradient).mul(output.scale().tensor());
    return new Begun(field, gradient.mul(sum(output, u)).sum());
  }

  @Override
  public void addGradient(TapMap map, Tensor gradient, Joined u, Tensor ofScale, SideStream side) {
    Tensor field = together(u);
    Tensor left = map.scale() == null ? gradient : gradient.mul(map.scale().tensor());
    for (int t = 0; t < map.taps(); t++) {
      Tensor product = flat(left).matmul(flat(seen(map, field, t)).permute(1, 0));
      map.weight().gradient().select(2, t).addInPlace(product);
    }
    if (map.bias() != null) {
      map.bias().gradient().addInPlace(left.sum(1, 2));
    }
    if (map.scale() != null) {
      map.scale().gradient().addInPlace(ofScale.view(1));
    }
  }

  @Override
  public void finish() {}

  private static Tensor sum(TapMap map, Tensor u) {
    Tensor y = null;
    for (int t = 0; t < map.taps(); t++) {
      Tensor part = weight(map, t).matmul(flat(seen(map, u, t)));
      y = y == null ? part : y.add(part);
    }
    Parameter bias = map.bias();
    y = bias == null ? y : y.add(bias.tensor().view(-1, 1));
    return y.view(map.out(), u.size(1), map.points());
  }

  private static Tensor transposed(TapMap map, Tensor gradient) {
    long samples = gradient.size(1);
    Tensor[] parts = new Tensor[map.taps()];
    for (int t = 0; t < map.taps(); t++) {
      Tensor part = weight(map, t).permute(1, 0).matmul(flat(gradient));
      parts[t] = part.view(map.in(), samples, map.points());
    }
    if (map.stride() > 1) {
      return Tensor.stack(3, parts).reshape(map.in(), samples, -1);
    }
    Tensor back = null;
    for (int t = 0; t < map.taps(); t++) {
      Tensor part = parts[t].roll(t - map.reach(), 2);
      back = back == null ? part : back.add(part);
    }
    return back;
  }

  /** Where tap t looks, for every point of the result. */
  private static Tensor seen(TapMap map, Tensor u, int t) {
    return map.stride() == 1
        ? u.roll(map.reach() - t, 2)
        : u.reshape(u.size(0), u.size(1), map.points(), map.stride()).select(3, t).contiguous();
  }

  private static Tensor together(Joined fields) {
    Tensor whole = fields.whole();
    if (fields.half() == null) {
      return whole;
    }
    Tensor repeated = Tensor.stack(3, fields.half(), fields.half()).reshape(whole.shape());
    return Tensor.cat(0, repeated, whole);
  }

  private static Tensor weight(TapMap map, int t) {
    return map.weight().tensor().select(2, t);
  }

  private static Tensor flat(Tensor field) {
    return field.reshape(field.size(0), -1);
  }
}
