package io.tfsno.nn.fused;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.TestFields;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Holds a network in parts against the same network on autograd: the result, the gradient of the
 * input and that of every parameter.
 *
 * <p>Both compute in float32 and add up in another order. A sum of n products is then off by about
 * sqrt(n) roundings of 6e-8 of its terms; n is below 1e4 here and terms cancel by less than a
 * factor of ten, which makes 1e-4 of each array's norm a wide bound. A gradient that is missing,
 * counted twice or sent elsewhere is off by the whole.
 */
public final class Agreement {
  private static final double ROUNDING = 1e-4;

  private Agreement() {}

  public static void check(
      Parameters parameters,
      Tensor u,
      UnaryOperator<Tensor> autograd,
      UnaryOperator<Tensor> inParts) {
    try (Scope scope = new Scope()) {
      Map<String, Tensor> truth = pass(parameters, u, autograd);
      Map<String, Tensor> found = pass(parameters, u, inParts);
      assertThat(found.keySet()).isEqualTo(truth.keySet());
      truth.forEach(
          (name, expected) -> {
            double size = norm(expected);
            assertThat(size).as("size of %s", name).isPositive();
            assertThat(norm(found.get(name).sub(expected)) / size)
                .as("relative difference of %s", name)
                .isLessThan(ROUNDING);
          });
    }
  }

  private static Map<String, Tensor> pass(
      Parameters parameters, Tensor u, UnaryOperator<Tensor> network) {
    parameters.flatGradient().zeroInPlace();
    Tensor leaf = u.detach().copy().trainable();
    Tensor out = network.apply(leaf);
    Map<String, Tensor> all = new HashMap<>();
    all.put("the result", out.detach().copy());
    out.backward(TestFields.noise(9, out.shape()));
    all.put("the gradient of the input", leaf.grad().copy());
    for (Parameter p : parameters.entries()) {
      all.put("the gradient of " + p.name(), p.gradient().copy());
    }
    return all;
  }

  private static double norm(Tensor x) {
    return Math.sqrt(x.detach().square().sum().item());
  }
}
