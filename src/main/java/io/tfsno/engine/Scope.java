package io.tfsno.engine;

import java.util.Iterator;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;

/**
 * Owns the native memory of everything created on this thread while it is open, and frees it on
 * close. Open one per step of a loop; {@link #keep} moves what must live longer to the scope around
 * it. Native memory is never left to the garbage collector, which does not see its size.
 *
 * <pre>{@code
 * try (Scope step = new Scope()) {
 *   Tensor y = x.matmul(w).tanh();
 *   state = step.keep(y);
 * }
 * }</pre>
 */
public final class Scope implements AutoCloseable {
  private final PointerScope pointers;

  public Scope() {
    Natives.load();
    pointers = new PointerScope();
  }

  /**
   * Moves a tensor to the enclosing scope of this thread; with none around, the caller owns it and
   * must {@link Tensor#close() close} it.
   *
   * @return the same tensor
   */
  public Tensor keep(Tensor tensor) {
    Iterator<PointerScope> outward = PointerScope.getScopeIterator();
    boolean passedThis = false;
    PointerScope enclosing = null;
    while (enclosing == null && outward.hasNext()) {
      PointerScope candidate = outward.next();
      if (passedThis) {
        enclosing = candidate;
      }
      passedThis |= candidate == pointers;
    }
    // Attach before detach: detaching drops a reference and would free the tensor at zero.
    if (enclosing != null) {
      enclosing.attach(tensor.handle);
    } else {
      tensor.handle.retainReference();
    }
    pointers.detach(tensor.handle);
    return tensor;
  }

  /**
   * Makes a tensor that belongs to no scope: for constants and parameters held by an object that
   * frees them itself. The temporaries of making it are freed.
   */
  public static Tensor unowned(Supplier<Tensor> make) {
    try (Scope temporaries = new Scope()) {
      Tensor tensor = make.get();
      tensor.handle.retainReference();
      return tensor;
    }
  }

  @Override
  public void close() {
    pointers.close();
  }
}
