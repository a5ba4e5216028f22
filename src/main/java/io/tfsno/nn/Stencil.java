package io.tfsno.nn;

import io.tfsno.engine.Products;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;

/**
 * A learnt map of the nearest neighbours of every point, relative to the point itself, on periodic
 * fields {@code [channel, sample, x(, y, z)]}:
 *
 * <pre>
 *   S z = sum over axes of  S1 D z + S2 D^2 z / 2
 *   D z = ( z(x + h) - z(x - h) ) / 2,   D^2 z = z(x + h) - 2 z(x) + z(x - h)
 * </pre>
 *
 * with h the spacing of the training grid. There {@code W z + S z} is the convolution over the
 * cross of nearest neighbours: 3 points in 1D, 5 in 2D, 7 in 3D. A kernel K has {@code W = sum K,
 * S1 = K_+ - K_-, S2 = K_+ + K_-}, the terms of its Taylor expansion. With a reach of 2 there are
 * such terms for the neighbours at the distance 2h as well.
 *
 * <p>A field on another grid is brought to the training grid's points by Fourier interpolation and
 * the result back, so S is the same map of every field that both grids resolve, with the same norm;
 * finer waves than the training grid's are left out. Differences of the grid's own neighbours,
 * scaled to the same derivatives, would amplify the finest waves without bound: four times as much
 * in each layer whenever the spacing is halved. Neighbours at the distance h on the grid itself
 * would treat waves near 2 pi / h, which no training has shown, like those near zero.
 *
 * <p>The first weights have the variance that S1 and S2 have where the kernel starts as usual,
 * uniform within 1/sqrt(fan in); W = sum K then has the usual variance of a map of channels.
 */
public final class Stencil {
  private final Parameter weight;
  private final FourierResize resize;
  private final Points trained;
  private final int reach;

  /** Of nearest neighbours. */
  public Stencil(
      Parameters parameters, Constants constants, String name, int in, int out, Points trained) {
    this(parameters, constants, name, in, out, trained, 1);
  }

  /**
   * @param trained the points of the training grid
   * @param reach neighbours on each side that it sees
   */
  public Stencil(
      Parameters parameters,
      Constants constants,
      String name,
      int in,
      int out,
      Points trained,
      int reach) {
    this.trained = trained;
    this.reach = reach;
    int axes = trained.dimension();
    resize = new FourierResize(constants, axes);
    // A kernel's value has variance 1 / (3 fan in), a sum of two twice that.
    double bound = Math.sqrt(2.0 / ((2 * axes * reach + 1) * in));
    weight =
        parameters.declare(
            name + ".weight", Initialiser.uniform(-bound, bound), 2, axes * reach, out, in);
  }

  /** {@code sum += S z} for fields of {@code out} and {@code in} channels. Modifies the sum. */
  public void addTo(Tensor sum, Tensor z) {
    if (Points.of(z, axes()).equals(trained)) {
      Tensor steps = steps(z);
      Products.addInPlace(sum.view(sum.size(0), -1), ofSteps(), rows(steps));
    } else {
      Tensor steps = steps(resize.to(z, trained));
      Tensor there = ofSteps().matmul(rows(steps));
      resize.add(sum, there.view(trained.shape(sum.size(0), sum.size(1))));
    }
  }

  private int axes() {
    return trained.dimension();
  }

  private static Tensor rows(Tensor steps) {
    return steps.view(steps.size(0), -1);
  }

  /** Neighbours on each side. */
  public int reach() {
    return reach;
  }

  /** S1 and S2, {@code [order, (axis, distance), out, in]}. */
  public Tensor weight() {
    return weight.tensor();
  }

  /** Where the gradient of the weights accumulates. */
  public Tensor gradient() {
    return weight.gradient();
  }

  /** Whether that many points are the training grid's, on which no field is interpolated. */
  public boolean isAtHome(Points points) {
    return points.equals(trained);
  }

  /**
   * The step to the next point and the one from the last, {@code [(axis, distance, side, in),
   * sample, ...]}. Both differences are sums of the two. Made before the product, they lose nothing
   * to its rounding, which is coarse on some devices.
   */
  private Tensor steps(Tensor z) {
    List<Tensor> all = new ArrayList<>();
    for (int axis = -axes(); axis < 0; axis++) {
      for (int distance = 1; distance <= reach; distance++) {
        Tensor next = z.roll(-distance, axis).sub(z);
        all.add(next);
        all.add(next.roll(distance, axis));
      }
    }
    return Tensor.cat(0, all.toArray(Tensor[]::new));
  }

  /** What the steps are multiplied by, {@code [out, (axis, distance, side, in)]}. */
  private Tensor ofSteps() {
    Tensor[] orders = Products.pair(weight().mul(0.5), 0);
    Tensor sides = Tensor.stack(1, orders[0].add(orders[1]), orders[0].sub(orders[1]));
    return sides.permute(2, 0, 1, 3).reshape(sides.size(2), -1);
  }
}
