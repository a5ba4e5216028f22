package io.tfsno.run;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one epoch of a training brought: a line of {@code metrics.jsonl}.
 *
 * @param epoch from 1
 * @param loss mean over the epoch's samples
 * @param validationError NaN if there was no validation
 * @param validationHorizon steps of its rollouts; 0 if there was none
 */
public record EpochMetrics(
    int epoch,
    double loss,
    double learningRate,
    double validationError,
    int validationHorizon,
    double seconds,
    double samplesPerSecond) {

  public boolean validated() {
    return !Double.isNaN(validationError);
  }

  /** One line of JSON, without its end. */
  public String line() {
    return document().toString();
  }

  public ObjectNode document() {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("epoch", epoch);
    line.put("loss", loss);
    line.put("learning_rate", learningRate);
    if (validated()) {
      line.put("validation_error", validationError);
      line.put("validation_horizon", validationHorizon);
    }
    line.put("seconds", seconds);
    line.put("samples_per_second", samplesPerSecond);
    return line;
  }

  /** The epoch of a line; empty if it is none, such as one that is still being written. */
  static Optional<EpochMetrics> parse(String line) {
    try {
      return JsonMapper.shared().readTree(line) instanceof ObjectNode entry && entry.has("epoch")
          ? Optional.of(of(entry))
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static EpochMetrics of(ObjectNode entry) {
    return new EpochMetrics(
        entry.path("epoch").asInt(0),
        number(entry, "loss"),
        number(entry, "learning_rate"),
        entry.has("validation_error") ? number(entry, "validation_error") : Double.NaN,
        entry.path("validation_horizon").asInt(0),
        number(entry, "seconds"),
        number(entry, "samples_per_second"));
  }

  /** JSON has no infinity: a validation that blew up stands there as a text. */
  private static double number(JsonNode entry, String key) {
    JsonNode value = entry.path(key);
    return value.isNumber() ? value.doubleValue() : Double.POSITIVE_INFINITY;
  }
}
