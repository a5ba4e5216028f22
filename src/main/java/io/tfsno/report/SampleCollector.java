package io.tfsno.report;

import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PowerSpectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Rolls a test trajectory out and keeps what a report draws of it. */
final class SampleCollector {
  private static final int DRAWN_AXES = 2;

  private final Grid grid;
  private final List<Channel> channels;
  private final PowerSpectrum spectrum;
  private final List<Sample.Fields> fields = new ArrayList<>();
  private final double[][] truthPower;
  private final double[][] predictionPower;

  /** Tables belong to the scope open now. */
  private SampleCollector(Grid grid, List<Channel> channels, int states, Device device) {
    this.grid = grid;
    this.channels = channels;
    this.spectrum = new PowerSpectrum(grid, device);
    this.truthPower = new double[states][];
    this.predictionPower = new double[states][];
    for (Channel channel : channels) {
      fields.add(new Sample.Fields(channel, new double[states][], new double[states][]));
    }
  }

  static Sample collect(
      Evaluator evaluator,
      TrajectorySet test,
      Evaluation evaluation,
      List<Channel> channels,
      Device device,
      int trajectory) {
    Grid grid = test.grid().with(evaluation.resolution());
    try (Scope scope = new Scope()) {
      SampleCollector all = new SampleCollector(grid, channels, evaluation.horizon() + 1, device);
      Tensor start = test.fields(trajectory, 1, evaluator.firstStep()).to(device);
      all.keep(0, start, start);
      evaluator.walk(
          trajectory, 1, (step, at, predicted, target) -> all.keep(step, predicted, target));
      Grid drawn = new Grid(grid.axes().subList(0, Math.min(DRAWN_AXES, grid.dimension())));
      return new Sample(
          drawn,
          all.slice(),
          test.dt(),
          evaluator.firstStep(),
          all.fields,
          all.truthPower,
          all.predictionPower);
    }
  }

  private void keep(int step, Tensor predicted, Tensor target) {
    truthPower[step] = spectrum.shells(spectrum.power(target)).toDoubles();
    predictionPower[step] = spectrum.shells(spectrum.power(predicted)).toDoubles();
    double[] truth = target.toDoubles();
    double[] prediction = predicted.toDoubles();
    for (int c = 0; c < channels.size(); c++) {
      fields.get(c).truth()[step] = drawn(truth, c);
      fields.get(c).prediction()[step] = drawn(prediction, c);
    }
  }

  /** One channel; in 3D the middle of its last axis. */
  private double[] drawn(double[] state, int channel) {
    int cells = grid.cells();
    double[] field = Arrays.copyOfRange(state, channel * cells, (channel + 1) * cells);
    if (grid.dimension() <= DRAWN_AXES) {
      return field;
    }
    int depth = grid.points().last();
    double[] plane = new double[cells / depth];
    for (int i = 0; i < plane.length; i++) {
      plane[i] = field[i * depth + depth / 2];
    }
    return plane;
  }

  private String slice() {
    if (grid.dimension() <= DRAWN_AXES) {
      return "";
    }
    Axis last = grid.axis(grid.dimension() - 1);
    double place = last.points() / 2 * last.spacing();
    return String.format(Locale.ROOT, "%s = %.3g", last.name(), place);
  }
}
