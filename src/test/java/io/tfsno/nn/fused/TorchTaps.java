package io.tfsno.nn.fused;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Parameter;
import io.tfsno.spectral.Points;
import java.util.Arrays;

/** Maps on periodic lines and planes in plain operations, each step backward written by hand. */
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
    return sum(map, together(map, fields));
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
    return new Joined(
        blocks(joint.points().halved(1), both.narrow(0, 0, half), 2).sum(3),
        both.narrow(0, half, half));
  }

  @Override
  public Begun begin(TapMap output, Tensor gradient, Tensor u) {
    Tensor field = transposed(output, gradient).mul(output.scale().tensor());
    return new Begun(field, gradient.mul(sum(output, u)).sum());
  }

  @Override
  public void addGradient(TapMap map, Tensor gradient, Joined u, Tensor ofScale, SideStream side) {
    Tensor field = together(map, u);
    Tensor left = map.scale() == null ? gradient : gradient.mul(map.scale().tensor());
    for (int t = 0; t < map.taps(); t++) {
      Tensor product = flat(left).matmul(flat(seen(map, field, t)).permute(1, 0));
      weight(map, map.weight().gradient(), t).addInPlace(product);
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
      Tensor part = weight(map, map.weight().tensor(), t).matmul(flat(seen(map, u, t)));
      y = y == null ? part : y.add(part);
    }
    Parameter bias = map.bias();
    y = bias == null ? y : y.add(bias.tensor().view(-1, 1));
    return y.view(map.out(), u.size(1), map.cells());
  }

  private static Tensor transposed(TapMap map, Tensor gradient) {
    long samples = gradient.size(1);
    Tensor[] parts = new Tensor[map.taps()];
    for (int t = 0; t < map.taps(); t++) {
      Tensor part = weight(map, map.weight().tensor(), t).permute(1, 0).matmul(flat(gradient));
      parts[t] = part.view(map.in(), samples, map.cells());
    }
    if (map.stride() > 1) {
      return together(map.points(), Tensor.stack(3, parts), map.stride());
    }
    Tensor back = null;
    for (int t = 0; t < map.taps(); t++) {
      Tensor part = moved(map, parts[t], t, 1);
      back = back == null ? part : back.add(part);
    }
    return back;
  }

  /** Where tap t looks, for every point of the result. */
  private static Tensor seen(TapMap map, Tensor u, int t) {
    return map.stride() == 1
        ? moved(map, u, t, -1)
        : blocks(map.points(), u, map.stride()).select(3, t).contiguous();
  }

  /** A field, moved by the place of a tap or the other way. */
  private static Tensor moved(TapMap map, Tensor u, int t, int way) {
    Points points = map.points();
    Tensor moved = u.reshape(points.shape(u.size(0), u.size(1)));
    int rest = t;
    for (int axis = points.dimension() - 1; axis >= 0; axis--) {
      moved = moved.roll(way * (rest % map.side() - map.reach()), 2 + axis);
      rest /= map.side();
    }
    return moved.reshape(u.size(0), u.size(1), -1);
  }

  /**
   * The blocks of a field, {@code [channel, sample, block, point in it]}.
   *
   * @param counts of blocks along each axis
   */
  private static Tensor blocks(Points counts, Tensor fine, int side) {
    return fine.reshape(split(counts, fine, side))
        .permute(blocksFirst(counts.dimension()))
        .reshape(fine.size(0), fine.size(1), counts.cells(), -1);
  }

  /** The field that has these blocks. */
  private static Tensor together(Points counts, Tensor blocks, int side) {
    long[] split = split(counts, blocks, side);
    long[] order = blocksFirst(counts.dimension());
    long[] ordered = new long[order.length];
    long[] back = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      ordered[i] = split[(int) order[i]];
      back[(int) order[i]] = i;
    }
    return blocks.reshape(ordered).permute(back).reshape(blocks.size(0), blocks.size(1), -1);
  }

  /** {@code [channel, sample, block along x, point in it, ...]}. */
  private static long[] split(Points counts, Tensor field, int side) {
    long[] split = new long[2 + 2 * counts.dimension()];
    split[0] = field.size(0);
    split[1] = field.size(1);
    for (int axis = 0; axis < counts.dimension(); axis++) {
      split[2 + 2 * axis] = counts.at(axis);
      split[3 + 2 * axis] = side;
    }
    return split;
  }

  private static long[] blocksFirst(int dimension) {
    long[] order = new long[2 + 2 * dimension];
    order[1] = 1;
    for (int axis = 0; axis < dimension; axis++) {
      order[2 + axis] = 2 + 2 * axis;
      order[2 + dimension + axis] = 3 + 2 * axis;
    }
    return order;
  }

  private static Tensor together(TapMap map, Joined fields) {
    Tensor half = fields.half();
    if (half == null) {
      return fields.whole();
    }
    Tensor[] copies = new Tensor[map.copies()];
    Arrays.fill(copies, half);
    Tensor repeated = together(map.points().halved(1), Tensor.stack(3, copies), 2);
    return Tensor.cat(0, repeated, fields.whole());
  }

  /**
   * The matrix of a tap.
   *
   * @param all the weights of a map, or their gradients
   */
  private static Tensor weight(TapMap map, Tensor all, int t) {
    return all.view(map.out(), map.in(), map.taps()).select(2, t);
  }

  private static Tensor flat(Tensor field) {
    return field.reshape(field.size(0), -1);
  }
}
