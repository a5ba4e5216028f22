package io.tfsno.serve.http;

import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Channel;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Which fields live where, as models and trajectories say it. */
public final class ShapeDocument {
  private ShapeDocument() {}

  public static Map<String, Object> of(FieldShape shape) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("dimension", shape.dimension());
    d.put("points", shape.points().document());
    d.put("length", shape.grid().lengthDocument());
    d.put("axes", shape.grid().axes().stream().map(ShapeDocument::axis).toList());
    d.put("channels", shape.channels());
    d.put("fields", shape.fields().stream().map(ShapeDocument::field).toList());
    return d;
  }

  private static Map<String, Object> axis(Axis axis) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", axis.name());
    d.put("points", axis.points());
    d.put("length", axis.length());
    d.put("boundary", axis.boundary().name().toLowerCase(Locale.ROOT));
    return d;
  }

  /** Of one component of a field, or of a parameter. */
  public static Map<String, Object> field(Channel channel) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", channel.name());
    d.put("unit", channel.unit());
    return d;
  }
}
