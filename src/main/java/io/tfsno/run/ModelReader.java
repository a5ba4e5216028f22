package io.tfsno.run;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads a model's name and sizes; sizes that are left out are the defaults of its dimension. */
public final class ModelReader {
  private ModelReader() {}

  public static OperatorSpec read(String source, JsonNode model, int dimension) {
    if (model == null || !model.isObject() || !model.path("name").isString()) {
      throw new UserError(
          "%s: expected 'model: {name: ...}' with one of %s, found %s."
              .formatted(source, String.join(", ", Operators.names()), model));
    }
    OperatorSpec defaults = Operators.of(model.get("name").asString()).defaults().apply(dimension);
    ObjectNode sizes = (ObjectNode) model.deepCopy();
    sizes.remove("name");
    return ConfigReader.overlay(source, "model", sizes, (Record & OperatorSpec) defaults);
  }
}
