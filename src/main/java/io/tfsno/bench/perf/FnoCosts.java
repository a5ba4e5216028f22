package io.tfsno.bench.perf;

import io.tfsno.base.UserError;
import io.tfsno.nn.cuda.FusedLayer.Joint;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.baseline.FnoSpec;
import java.util.ArrayList;
import java.util.List;

/** What FNO's kernels do in a training step. */
final class FnoCosts {
  private FnoCosts() {}

  /**
   * @return bytes of the fields that the way back cannot do without: each layer's sum
   */
  static long count(FnoSpec spec, FieldShape shape, GridMaker grids) {
    if (!spec.plain()) {
      throw new UserError(
          "an fno without lifting and channelMlp, which has hand-written kernels, for a roofline",
          spec.toString(),
          "Measure the time instead.");
    }
    GridCosts grid = grids.grid(shape.points().last(), spec.modes().forAllAxes());
    int width = spec.width();
    grid.layer(shape.channels(), width, Joint.FROM_STATES, Joint.GIVES_LINES);
    int last = spec.layers() - 1;
    for (int l = 0; l <= last; l++) {
      List<Joint> joints = new ArrayList<>(List.of(Joint.TAKES_LINES));
      if (l > 0) {
        joints.addAll(List.of(Joint.AFTER_GELU, Joint.GIVES_LINES_BACK));
      }
      if (l < last) {
        joints.addAll(List.of(Joint.ACTIVE, Joint.GIVES_LINES));
      }
      grid.layer(width, width, joints.toArray(Joint[]::new));
      grid.products(width);
    }
    grid.lineGradient(width);
    grid.head(width, spec.head(), shape.channels());
    return spec.layers() * grid.field(width);
  }
}
