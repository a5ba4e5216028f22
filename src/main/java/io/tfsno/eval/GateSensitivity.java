package io.tfsno.eval;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.GatedBlock;
import java.util.Arrays;

/**
 * The left sides of the paper's two inequalities about a gate, as the largest ratios met:
 *
 * <pre>
 *   |A_a(z) - A_b(z)|       &lt;=  L_sigma M_Phi  |z| |delta_a - delta_b|_max
 *   |delta(z1) - delta(z2)|_max  &lt;=  alpha L_m L_s  |z1 - z2|
 * </pre>
 *
 * The first is asked of gates at their limits, of one sign and of random ones, of the gates of two
 * states, and of a gate against none; the second of pairs of states, of small random changes, and
 * of directions improved by the gradient of what changes most.
 */
final class GateSensitivity {
  /** Size of a small change, relative to the point. */
  private static final double SIZE = 1e-3;

  /** Of two gates. */
  private static final double LEAST_APART = 0.1;

  private static final int DIRECTIONS = 4;
  private static final int IMPROVEMENTS = 4;

  private final GatedBlock block;
  private final Rng rng;
  private double onOutput;
  private double ofState;

  GateSensitivity(GatedBlock block, Rng rng) {
    this.block = block;
    this.rng = rng;
  }

  /** The largest ratio of the first inequality so far. */
  double onOutput() {
    return onOutput;
  }

  /** The largest ratio of the second inequality so far. */
  double ofState() {
    return ofState;
  }

  /** Looks at inputs of the block, and at a second one for each. */
  void examine(Tensor z, Tensor other) {
    try (Scope scope = new Scope()) {
      Tensor own;
      try (Autograd.Mode off = Autograd.off()) {
        own = block.delta(z);
        Tensor others = block.delta(other);
        Tensor limit = Tensor.full(block.alpha(), z.type(), z.device(), 1).expand(own.shape());
        Tensor mixed = limit.mul(signs(own));
        compareOutputs(z, limit, limit.neg());
        compareOutputs(z, mixed, mixed.neg());
        compareOutputs(z, own, others);
        compareOutputs(z, own, own.mul(0));
        compareStates(own.sub(others), z.sub(other));
      }
      for (int i = 0; i < DIRECTIONS; i++) {
        changed(z, own, normals(z));
      }
      Tensor v = normals(z);
      for (int i = 0; i < IMPROVEMENTS; i++) {
        v = pullBack(z, changed(z, own, v));
      }
      changed(z, own, v);
    }
  }

  /** The inequality holds for any gates: small differences are stretched, or rounding is seen. */
  private void compareOutputs(Tensor z, Tensor a, Tensor b) {
    long[] perSample = {a.size(0), 1, 1};
    Tensor apart = b.sub(a);
    Tensor most = Activations.atLeast(apart.abs().max(1, 2).view(perSample), 1e-30);
    Tensor stretched = apart.mul(Activations.atLeast(most, LEAST_APART)).div(most);
    Tensor from = block.applyWithGate(z, a.contiguous());
    Tensor moved = block.applyWithGate(z, a.add(stretched)).sub(from);
    double[] out = values(Amplification.norms(moved));
    double[] in = values(Amplification.norms(z));
    double[] gates = largest(stretched);
    for (int i = 0; i < out.length; i++) {
      onOutput = Math.max(onOutput, ratio(out[i], in[i] * gates[i]));
    }
  }

  private void compareStates(Tensor gates, Tensor states) {
    double[] out = largest(gates);
    double[] in = values(Amplification.norms(states));
    for (int i = 0; i < out.length; i++) {
      ofState = Math.max(ofState, ratio(out[i], in[i]));
    }
  }

  /** What a small change along a direction does to the gates. */
  private Tensor changed(Tensor z, Tensor own, Tensor direction) {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor h = Activations.atLeast(Amplification.norms(z).mul(SIZE), Double.MIN_NORMAL);
      Tensor change =
          direction.div(Activations.atLeast(Amplification.norms(direction), 1e-30)).mul(h);
      Tensor moved = block.delta(z.add(change)).sub(own);
      compareStates(moved, change);
      return moved;
    }
  }

  /**
   * The gradient of the gates that a change moves most: the ninth power leaves little else. Zero
   * where training cuts it.
   */
  private Tensor pullBack(Tensor z, Tensor moved) {
    Tensor unit;
    try (Autograd.Mode off = Autograd.off()) {
      long[] perSample = {moved.size(0), 1, 1};
      Tensor most = Activations.atLeast(moved.abs().max(1, 2).view(perSample), 1e-30);
      Tensor share = moved.div(most);
      Tensor cube = share.square().mul(share);
      unit = cube.square().mul(cube);
    }
    try (Autograd.Mode on = Autograd.on()) {
      Tensor leaf = z.detach().copy().trainable();
      block.delta(leaf).mul(unit).sum().add(leaf.sum().mul(0)).backward();
      return leaf.grad();
    }
  }

  private Tensor normals(Tensor like) {
    double[] values = rng.normals(Math.toIntExact(like.count()));
    return Tensor.of(values, like.shape()).to(like.type()).to(like.device());
  }

  private Tensor signs(Tensor like) {
    double[] values =
        Arrays.stream(rng.normals(Math.toIntExact(like.count()))).map(Math::signum).toArray();
    return Tensor.of(values, like.shape()).to(like.type()).to(like.device());
  }

  private static double[] largest(Tensor gates) {
    return values(gates.abs().max(1, 2));
  }

  private static double[] values(Tensor perSample) {
    return perSample.reshape(-1).toDoubles();
  }

  private static double ratio(double out, double in) {
    return in > 0 ? out / in : 0;
  }
}
