package io.tfsno.engine;

import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Matrix products that add to something, or that come in batches. */
public final class Products {
  static {
    Natives.load();
  }

  private Products() {}

  /** {@code c + a b} for matrices; c may be a row or a column that is repeated. */
  public static Tensor add(Tensor c, Tensor a, Tensor b) {
    return new Tensor(torch.addmm(c.handle, a.handle, b.handle));
  }

  /** {@code c += a b} for matrices, without a temporary. Modifies c. */
  public static void addInPlace(Tensor c, Tensor a, Tensor b) {
    c.handle.addmm_(a.handle, b.handle);
  }

  /** {@code c = a b} for matrices, where c has its memory already. */
  public static void write(Tensor c, Tensor a, Tensor b) {
    torch.mm_out(c.handle, a.handle, b.handle);
  }

  /** One product {@code a_i b_i} for each i along the first axis. */
  public static Tensor batched(Tensor a, Tensor b) {
    return new Tensor(a.handle.bmm(b.handle));
  }

  /** {@code c_i += a_i b_i} for each i along the first axis. Modifies c. */
  public static void addBatchedInPlace(Tensor c, Tensor a, Tensor b) {
    c.handle.baddbmm_(a.handle, b.handle);
  }

  /** The two halves of an axis of length 2, which disappears. Views of the same memory. */
  public static Tensor[] pair(Tensor x, int axis) {
    TensorVector halves = x.handle.unbind(axis);
    if (halves.size() != 2) {
      throw new IllegalArgumentException("axis " + axis + " of " + x + " has no two halves");
    }
    return new Tensor[] {new Tensor(halves.get(0)), new Tensor(halves.get(1))};
  }
}
