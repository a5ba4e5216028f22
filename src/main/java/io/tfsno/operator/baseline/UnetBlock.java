package io.tfsno.operator.baseline;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.GroupNorm;
import io.tfsno.nn.Parameters;
import io.tfsno.spectral.Grid;

/**
 * The residual block of the U-Net, with the normalisation before the activation:
 *
 * <pre>
 *   h  = conv_0 GELU( norm_0 z )
 *   z' = conv_1 GELU( norm_1 h ) + shortcut z
 * </pre>
 *
 * The shortcut is the identity where the block keeps the number of channels, else a map of them.
 */
final class UnetBlock {
  private final GroupNorm norm0;
  private final UnetConv conv0;
  private final GroupNorm norm1;
  private final UnetConv conv1;
  private final ConvLayer shortcut;

  UnetBlock(Parameters parameters, String name, Grid grid, int groups, int in, int out) {
    norm0 = new GroupNorm(parameters, name + ".norm.0", groups, in);
    conv0 = UnetConv.same(parameters, name + ".conv.0", grid, in, out);
    norm1 = new GroupNorm(parameters, name + ".norm.1", groups, out);
    conv1 = UnetConv.same(parameters, name + ".conv.1", grid, out, out);
    shortcut =
        in == out
            ? null
            : new ConvLayer(parameters, name + ".shortcut", grid.dimension(), in, out, 1);
  }

  Tensor apply(Tensor z) {
    Tensor h = conv0.apply(Activations.gelu(norm0.apply(z)));
    Tensor change = conv1.apply(Activations.gelu(norm1.apply(h)));
    return change.add(shortcut == null ? z : shortcut.apply(z));
  }
}
