package io.tfsno.operator.baseline;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Mlp;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import java.util.Arrays;
import java.util.List;

/**
 * What layers of the library neuraloperator have behind the spectral one, on fields {@code
 * [channel, sample, x(, y, z)]}:
 *
 * <pre>
 *   v' = M_1 GELU( M_0 y ) + g v
 * </pre>
 *
 * y is what the spectral layer made of v, and g is one number for each channel.
 */
final class ChannelMlp {
  private final Mlp mlp;
  private final Parameter skip;

  ChannelMlp(Parameters parameters, String name, int width, int hidden, Activation activation) {
    mlp =
        new Mlp(
            parameters,
            name,
            List.of(width, hidden, width),
            activation,
            Initialiser.linear(hidden));
    skip = parameters.declare(name + ".skip", Initialiser.constant(1), width);
  }

  Tensor apply(Tensor y, Tensor v) {
    long[] perChannel = new long[v.rank()];
    Arrays.fill(perChannel, 1);
    perChannel[0] = -1;
    return mlp.apply(y).addProduct(v, skip.tensor().view(perChannel));
  }
}
