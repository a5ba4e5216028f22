package io.tfsno.serve.runs;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.run.EpochMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/**
 * A training in a few words. What its files do not say is null.
 *
 * @param model name of the kind of model
 * @param data name of the data file
 * @param epochs finished so far
 * @param bestError the lowest validation error so far
 * @param started when, as ISO 8601
 * @param finished whether the training has ended as planned
 * @param seconds that epochs took so far
 */
public record RunSummary(
    String model,
    String data,
    int epochs,
    Double bestError,
    String started,
    boolean finished,
    double seconds) {

  /**
   * @param config text of the configuration; may be damaged
   * @param provenance null for none
   */
  public static RunSummary of(String config, JsonNode provenance, List<EpochMetrics> epochs) {
    Map<String, String> settings = settings(config);
    OptionalDouble best =
        epochs.stream()
            .mapToDouble(EpochMetrics::validationError)
            .filter(e -> !Double.isNaN(e))
            .min();
    double spent =
        epochs.stream().mapToDouble(EpochMetrics::seconds).filter(s -> !Double.isNaN(s)).sum();
    JsonNode told = provenance == null ? ConfigReader.tree("nothing", "{}") : provenance;
    JsonNode scored = told.path("validation_error");
    int last = epochs.isEmpty() ? 0 : epochs.get(epochs.size() - 1).epoch();
    return new RunSummary(
        settings.get("model.name"),
        fileName(told.path("data_file").asString(settings.get("data.file"))),
        Math.max(last, told.path("epochs").asInt(0)),
        best.isPresent() ? Double.valueOf(best.getAsDouble()) : number(scored),
        told.path("started").asString(null),
        told.has("finished"),
        told.path("seconds").asDouble(spent));
  }

  private static Double number(JsonNode node) {
    return node.isNumber() ? node.doubleValue() : null;
  }

  private static String fileName(String path) {
    return path == null ? null : path.substring(path.replace('\\', '/').lastIndexOf('/') + 1);
  }

  /** The plain values of a configuration under their dotted names; none if it cannot be read. */
  public static Map<String, String> settings(String config) {
    Map<String, String> all = new LinkedHashMap<>();
    try {
      flatten(ConfigReader.tree("the configuration", config), "", all);
    } catch (UserError e) {
      return Map.of(); // perhaps it is being written
    }
    return all;
  }

  private static void flatten(JsonNode node, String path, Map<String, String> into) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> e : node.properties()) {
        flatten(e.getValue(), path.isEmpty() ? e.getKey() : path + "." + e.getKey(), into);
      }
    } else if (!path.isEmpty()) {
      into.put(path, node.isString() ? node.asString() : node.toString());
    }
  }
}
