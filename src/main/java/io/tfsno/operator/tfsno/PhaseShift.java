package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Linear;
import io.tfsno.nn.ModeSlice;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.context.ContextCode;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.ModeTable.OfMode;
import io.tfsno.spectral.Modes;

/**
 * The phase gate of a block, {@code Y(k) exp(-i k c)}: its spectral result shifted by a distance c
 * that the context tells, as a drift does. c has a component for each axis, in units in which the
 * box is {@code 2 pi} long, and is a linear map of the code that starts at zero.
 */
final class PhaseShift {
  private final ContextCode context;
  private final Linear distance;
  private final ModeTable table;

  PhaseShift(
      Parameters parameters, Constants constants, String name, ContextCode context, Modes modes) {
    this.context = context;
    table = new ModeTable(modes, constants);
    distance = Linear.zero(parameters, name, context.size(), modes.dimension());
  }

  /**
   * @param y {@code [mode, re/im, channel, sample]}
   * @param kept the modes at hand
   */
  Tensor of(Tensor y, ModeSlice kept, Conditions given) {
    Tensor c = distance.apply(context.of(given.context()));
    int axes = table.modes().dimension();
    OfMode[] waves = new OfMode[axes];
    for (int a = 0; a < axes; a++) {
      int axis = a;
      waves[a] = k -> k[axis];
    }
    Tensor k = table.rows("wave numbers", kept, y.device(), waves).permute(1, 0);
    Tensor angle = k.matmul(c).view(y.size(0), 1, y.size(3));
    Tensor cos = Activations.cos(angle);
    Tensor sin = Activations.sin(angle);
    Tensor re = y.select(1, 0);
    Tensor im = y.select(1, 1);
    return Tensor.stack(1, re.mul(cos).add(im.mul(sin)), im.mul(cos).sub(re.mul(sin)));
  }
}
