package io.tfsno.operator.context;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import java.util.List;

/** What an operator remembers of trajectories, for a closer look. */
public final class Memory {
  private final List<CodeNumber> numbers;
  private final ContextCode code;

  /**
   * @param grid that the operator was made for
   */
  public Memory(ContextSpec spec, Grid grid, ContextCode code) {
    this.numbers = CodeNumber.of(spec, grid);
    this.code = code;
  }

  /** What the numbers of the code are about. */
  public List<CodeNumber> numbers() {
    return numbers;
  }

  /**
   * The code as networks are given it.
   *
   * @param observed {@code [sample, number]}, what the operator observed of trajectories
   * @return {@code [sample, number of the code]}, a new tensor owned by the enclosing scope
   */
  public Tensor code(Tensor observed) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      return scope.keep(code.of(observed).permute(1, 0).contiguous());
    }
  }

  /**
   * What would be observed of a trajectory that is like the mean of the training: zeros, once they
   * are standardised. {@code [sample, number]}, a new tensor.
   */
  public Tensor ordinary(long samples) {
    Tensor mean = code.mean();
    return mean.view(1, -1).expand(samples, mean.count()).contiguous();
  }
}
