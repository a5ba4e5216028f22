package io.tfsno.run;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model as a configuration states it: its name, and any of its sizes. It is written as it was
 * read, in the same order.
 *
 * @param given {@code name} and some components of the model's specification
 */
public record ModelConfig(@JsonValue JsonNode given) {
  private static final String NAME = "name";

  public ModelConfig {
    if (given == null || !given.isObject() || !given.path(NAME).isString()) {
      throw new UserError(
          "expected 'model: {name: ...}' with one of %s, found %s."
              .formatted(String.join(", ", Operators.names()), given));
    }
    given = given.deepCopy();
  }

  /** A model with the defaults of its dimension. */
  public static ModelConfig named(String name) {
    return new ModelConfig(JsonNodeFactory.instance.objectNode().put(NAME, name));
  }

  /** A model with all its sizes. */
  public static ModelConfig of(OperatorSpec spec) {
    ObjectNode sizes = JsonMapper.shared().valueToTree(spec);
    return new ModelConfig(sizes.put(NAME, spec.model()));
  }

  /** A copy, as trees can be changed. */
  @Override
  public JsonNode given() {
    return given.deepCopy();
  }

  public String name() {
    return given.get(NAME).asString();
  }

  /** What the model is given in addition to the present state. */
  public ModelInputs inputs(String source) {
    return ModelInputs.taken(source, (ObjectNode) given());
  }

  public boolean gives(String size) {
    return given.has(size);
  }

  /**
   * The same with another size.
   *
   * @param value null for the default
   */
  public ModelConfig with(String size, Object value) {
    ObjectNode changed = (ObjectNode) given();
    if (value == null) {
      changed.remove(size);
    } else {
      changed.set(size, JsonMapper.shared().<JsonNode>valueToTree(value));
    }
    return new ModelConfig(changed);
  }

  /**
   * The model in full: sizes that are left out are the defaults of the dimension.
   *
   * @param source what messages about a wrong size name as its place
   */
  public OperatorSpec in(int dimension, String source) {
    OperatorSpec defaults = Operators.of(name()).defaults().apply(dimension);
    ObjectNode sizes = (ObjectNode) given();
    sizes.remove(NAME);
    ModelInputs.taken(source, sizes);
    return ConfigReader.overlay(
        source, "model", sizes, (Record & OperatorSpec) defaults, ModelInputs.KEYS.keySet());
  }
}
