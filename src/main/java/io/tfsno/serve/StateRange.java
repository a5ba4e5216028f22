package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.operator.FieldShape;
import io.tfsno.run.ModelCard;
import io.tfsno.run.range.Band;
import io.tfsno.run.range.FieldRange;
import io.tfsno.run.range.FieldReading;
import io.tfsno.run.range.RangeFit;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.serve.http.ShapeDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether a state to start from is like those that a model was trained on. */
final class StateRange {
  private StateRange() {}

  /** The key {@code range}, a list with one entry for each field; null for an old model. */
  static Map<String, Object> document(ModelCard card, float[] state) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("range", card.range() == null ? null : fields(card, state));
    return d;
  }

  private static List<Map<String, Object>> fields(ModelCard card, float[] state) {
    FieldShape shape = card.shape();
    List<FieldReading> readings = TrainingRange.read(state, shape.grid());
    List<Map<String, Object>> all = new ArrayList<>();
    for (int c = 0; c < readings.size(); c++) {
      FieldReading found = readings.get(c);
      FieldRange seen = card.range().fields().get(c);
      Map<String, Object> d = ShapeDocument.field(shape.fields().get(c));
      d.put("inside", found.inside(seen));
      d.put("mean", number(found.mean(), seen.means(), found.meanInside(seen)));
      d.put("deviation", number(found.deviation(), seen.deviations(), found.deviationInside(seen)));
      double excess = found.excess(seen);
      Map<String, Object> spectrum = new LinkedHashMap<>();
      spectrum.put("excess", (float) excess);
      spectrum.put("inside", found.spectrumInside(seen));
      d.put("spectrum", Double.isNaN(excess) ? null : spectrum);
      all.add(d);
    }
    return all;
  }

  private static Map<String, Object> number(double value, Band seen, boolean inside) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("value", (float) value);
    d.put("low", (float) seen.low());
    d.put("high", (float) seen.high());
    d.put("inside", inside);
    return d;
  }

  /** The state moved into the range. */
  static float[] fitted(ModelEntry entry, float[] state) {
    TrainingRange range = entry.card().range();
    if (range == null) {
      throw new UserError(
          "a model that stores the range of its training states",
          "'%s', which was trained before models stored it".formatted(entry.name()),
          "Retrain it, or send a state with the mean and the deviation of /api/models.");
    }
    return RangeFit.moved(state, entry.card().shape(), range);
  }
}
