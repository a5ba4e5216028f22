package io.tfsno.spectral;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;

/**
 * First derivatives by second-order differences, as {@code 2 h du/dx}: what is left of the spacing
 * is for the caller, because most callers need it only once.
 *
 * <pre>
 *   inside, and on a periodic axis     u[i+1] - u[i-1]
 *   at the first point behind a wall   -3 u[0] + 4 u[1] - u[2]
 *   at the last point before one       3 u[N-1] - 4 u[N-2] + u[N-3]
 * </pre>
 *
 * Central differences do not see the checkerboard mode.
 */
public final class Differences {
  private static final int LEAST_BETWEEN_WALLS = 3;

  private Differences() {}

  /**
   * Along one axis of a tensor. Differentiable.
   *
   * @param axis counted from the end, -1 for the last
   */
  public static Tensor along(Tensor field, int axis, Boundary boundary) {
    return boundary == Boundary.PERIODIC
        ? field.roll(-1, axis).sub(field.roll(1, axis))
        : betweenWalls(field, axis);
  }

  private static Tensor betweenWalls(Tensor u, int axis) {
    long n = u.size(axis);
    if (n < LEAST_BETWEEN_WALLS) {
      throw new UserError(
          "at least %d points between walls".formatted(LEAST_BETWEEN_WALLS),
          Long.toString(n),
          "Use a finer grid.");
    }
    Tensor inside = u.narrow(axis, 2, n - 2).sub(u.narrow(axis, 0, n - 2));
    Tensor first = oneSided(u, axis, 0, 1);
    Tensor last = oneSided(u, axis, n - 1, -1).mul(-1);
    return Tensor.cat(axis, first, inside, last);
  }

  /** At point {@code at}, from the two points that lie in direction {@code towards}. */
  private static Tensor oneSided(Tensor u, int axis, long at, int towards) {
    Tensor near = u.narrow(axis, at + towards, 1);
    Tensor far = u.narrow(axis, at + 2L * towards, 1);
    return near.mul(4).sub(u.narrow(axis, at, 1).mul(3)).sub(far);
  }
}
