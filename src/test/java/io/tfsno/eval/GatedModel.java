package io.tfsno.eval;

import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.SpectralInit;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TinyRuns;
import java.nio.file.Path;
import java.util.List;

/** A small TF-SNO with its first weights, for analyses of its gates. */
final class GatedModel {
  static final int CHANNELS = 4;
  static final int MODES = 6;
  static final FieldShape LINE = new FieldShape(1, 32, 1, 1);

  private GatedModel() {}

  interface Work {
    void with(TrainedModel model, TrajectorySet truth);
  }

  static TfSnoSpec spec() {
    return spec(List.of(CHANNELS, CHANNELS), List.of(MODES, MODES));
  }

  static TfSnoSpec spec(List<Integer> widths, List<Integer> modes) {
    return new TfSnoSpec(
        widths, modes, true, GateSpec.DEFAULT, null, SpectralInit.NORMAL, Coordinates.NONE, true);
  }

  /** Does work with a model and the test set of a file. */
  static void on(Path data, OperatorSpec spec, Work work) {
    try (TrainedModel model = TinyRuns.untrained(spec, LINE);
        TrajectoryFile file = TrajectoryFile.open(data)) {
      work.with(model, file.setOrFirst("test"));
    }
  }

  /** Adds noise to all weights, so that gates move. */
  static void stir(TrainedModel model, double size) {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor flat = model.operator().parameters().flat();
      double[] noise = new Rng(8).normals(Math.toIntExact(flat.count()));
      flat.addInPlace(Tensor.of(noise, flat.count()).to(flat.type()).mul(size));
    }
  }
}
