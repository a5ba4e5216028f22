package example;

import io.tfsno.engine.Device;
import io.tfsno.operator.FieldShape;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Predicts with a model of any number of fields on any grid; returns results by field name. */
public final class FieldsExample {
  /** The mean of each field after ten steps from a wave along the first axis. */
  public static Map<String, Double> means(Path run) {
    try (TrainedModel model = TrainedModel.load(run, Device.CPU)) {
      FieldShape shape = model.card().shape(); // "density, pressure on 64 x 96 points ..."
      int cells = shape.cells();
      int[] x = shape.points().indices()[0]; // of every cell, the last axis fastest
      float[] u0 = new float[shape.channels() * cells]; // field after field
      for (int i = 0; i < u0.length; i++) {
        u0[i] = (float) Math.sin(2 * Math.PI * x[i % cells] / shape.points().at(0));
      }
      float[] last = model.rollout(u0, 10)[10];
      Map<String, Double> means = new LinkedHashMap<>();
      for (int c = 0; c < shape.channels(); c++) {
        double sum = 0;
        for (int i = 0; i < cells; i++) {
          sum += last[c * cells + i];
        }
        means.put(shape.fields().get(c).name(), sum / cells);
      }
      return means;
    }
  }

  private FieldsExample() {}
}
