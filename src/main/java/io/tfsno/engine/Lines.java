package io.tfsno.engine;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.TensorIndex;
import org.bytedeco.pytorch.TensorIndexVector;
import org.bytedeco.pytorch.global.torch;

/** What there is to know of each line along the last axis, in one pass each. */
public final class Lines {
  static {
    Natives.load();
  }

  private static final Scalar TWO = Natives.immortal(new Scalar(2.0));
  private static final ScalarTypeOptional SAME_TYPE = Natives.immortal(new ScalarTypeOptional());

  private Lines() {}

  /**
   * The largest value of each line and where it stands.
   *
   * @param value {@code [..., 1]}
   * @param index {@code [..., 1]}
   */
  public record Peak(Tensor value, Tensor index) {}

  public static Peak peak(Tensor x) {
    T_TensorTensor_T found = x.handle.max(-1, true);
    return new Peak(new Tensor(found.get0()), new Tensor(found.get1()));
  }

  /** The sum of squares over some axes, which disappear. */
  public static Tensor squares(Tensor x, long... axes) {
    return new Tensor(torch.linalg_vector_norm(x.handle, TWO, axes, false, SAME_TYPE).square_());
  }

  /**
   * Some lines of a matrix, in the order of the indices.
   *
   * @param indices {@code [line]}, on the matrix's device
   */
  public static Tensor some(Tensor matrix, Tensor indices) {
    return matrix.handle.is_cuda() ? indexed(matrix, indices) : matrix.gather(0, indices);
  }

  /** On a GPU four times as fast for a few long lines; on the CPU slower. */
  static Tensor indexed(Tensor matrix, Tensor indices) {
    TensorIndexVector rows = new TensorIndexVector(new TensorIndex(indices.handle));
    return new Tensor(matrix.handle.index(rows));
  }

  /** One value of each line, {@code [..., 1]}. */
  public static Tensor at(Tensor x, Tensor index) {
    return new Tensor(x.handle.gather(-1, index.handle));
  }

  /** Adds one value to each line, at its index. Modifies x. */
  public static void addAt(Tensor x, Tensor index, Tensor value) {
    x.handle.scatter_add_(-1, index.handle, value.handle);
  }
}
