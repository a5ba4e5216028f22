package io.tfsno.bench.perf;

import io.tfsno.nn.cuda.FusedLayer.Joint;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import java.util.ArrayList;
import java.util.List;

/** What TF-SNO's kernels do in a training step, with gates and levels as the defaults have them. */
final class TfSnoCosts {
  private static final int NUMBER = 4;

  /** Kept of the values of each channel and sample. */
  private static final int MOMENTS = 7;

  private TfSnoCosts() {}

  /**
   * @return bytes of the fields that the way back cannot do without: each block's sum, and the
   *     first of the two maps at the start
   */
  static long count(TfSnoSpec spec, FieldShape shape, GridMaker grids) {
    if (!spec.gate().equals(GateSpec.DEFAULT) || !spec.multiscale()) {
      throw new IllegalArgumentException("counted for the default gate over levels only");
    }
    int hidden = spec.gate().metaNet().hidden().get(0);
    int turn = spec.widths().size() - 1;
    List<GridCosts> levels = new ArrayList<>();
    for (int level = 0; level <= turn; level++) {
      levels.add(grids.grid(shape.points().last() >> level, spec.modes().get(level).forAllAxes()));
    }
    GridCosts finest = levels.get(0);
    int width = spec.widths().get(0);
    finest.layer(shape.channels(), width, Joint.FROM_STATES, Joint.ACTIVE);
    finest.layer(width, width, Joint.AFTER_GELU, Joint.GIVES_LINES);
    long stored = finest.field(width);
    for (int level = 0; level <= turn; level++) {
      for (int i = 0; i < (level < turn ? 2 : 1); i++) {
        block(levels.get(level), spec.widths().get(level), hidden);
        stored += levels.get(level).field(spec.widths().get(level));
      }
      if (level < turn) {
        between(levels.get(level), levels.get(level + 1), spec, level);
      }
    }
    finest.slope(width);
    finest.head(width, 4 * width, shape.channels());
    return stored;
  }

  /** From a level to the next coarser one and up again, there and back. */
  private static void between(GridCosts fine, GridCosts coarse, TfSnoSpec spec, int level) {
    int width = spec.widths().get(level);
    int wider = spec.widths().get(level + 1);
    fine.resize(coarse, width, true, false);
    coarse.layer(width, wider, Joint.GIVES_LINES);
    fine.resize(coarse, width, false, true);
    fine.slope(width);
    coarse.layer(wider, width, Joint.AFTER_GELU, Joint.GIVES_LINES_BACK);
    fine.resize(coarse, width, false, false);
    fine.resize(coarse, width, true, false);
    fine.layer(2 * width, width, Joint.GIVES_LINES);
  }

  private static void block(GridCosts grid, int width, int hidden) {
    grid.layer(width, width, Joint.TAKES_LINES, Joint.ACTIVE);
    grid.rows(width);
    gate(grid, width, hidden);
    grid.productGradient(width);
  }

  private static void gate(GridCosts grid, int width, int hidden) {
    long field = grid.field(width);
    long modes = grid.modes(width);
    long weights = grid.weights(width);
    long gates = (long) grid.modeCount() * width * grid.batch() * NUMBER;
    long perMode = (long) grid.modeCount() * grid.batch() * NUMBER;
    long ofHidden = perMode * hidden;
    long last = (long) grid.modeCount() * width * (hidden + 1) * NUMBER;
    long moments = (long) MOMENTS * width * grid.batch() * NUMBER;
    long net = 2L * grid.modeCount() * width * hidden * grid.batch();
    if (grid.axes() == 1) {
      grid.add("statistics", field + modes, moments, 0);
    } else {
      grid.add("statistics", field + modes, moments + perMode, 0);
      grid.add("statistics", moments + perMode, 0, 0);
    }
    long product = grid.product(width);
    grid.add("gated product", modes + weights + last, 2 * modes + gates, product + net);
    grid.add("gate back", 2 * modes + gates + last, modes + gates + ofHidden, net);
    grid.add("gate back", gates + last, last, net);
    grid.add("gate back", ofHidden, perMode, 0);
    grid.add("gated product", 2 * modes + weights + perMode, modes, product);
    grid.add("statistics back", 2 * field + moments, field, 0);
  }
}
