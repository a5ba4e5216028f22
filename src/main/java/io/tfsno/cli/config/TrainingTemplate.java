package io.tfsno.cli.config;

import io.tfsno.base.ConfigReader;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.run.ModelInputs;
import io.tfsno.train.TrainConfig;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A complete training configuration: every key with its default and what it means. */
final class TrainingTemplate {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Properties COMMENTS = comments();

  private TrainingTemplate() {}

  /**
   * @param inputs what the model is given in addition to the present state
   */
  static String text(String name, String dataFile, OperatorSpec model, ModelInputs inputs) {
    TrainConfig defaults =
        ConfigReader.bind("config", JsonNodeFactory.instance.objectNode(), TrainConfig.class);
    ObjectNode tree = MAPPER.valueToTree(defaults.withDataFile(dataFile));
    tree.put("name", name);
    ObjectNode sizes = JsonNodeFactory.instance.objectNode().put("name", model.model());
    sizes.setAll(MAPPER.<ObjectNode>valueToTree(inputs));
    sizes.setAll(MAPPER.<ObjectNode>valueToTree(model));
    if (sizes.path("gate") instanceof ObjectNode gate && !gate.has("conditions")) {
      gate.put("conditions", false); // left out of files where it says nothing
    }
    if (model instanceof TfSnoSpec && !sizes.has("local")) {
      sizes.putNull("local"); // likewise
    }
    tree.set("model", sizes);
    return new CommentedYaml(key -> comment(key, model.model())).text(tree);
  }

  /** What a key means to a model, or to all of them; null if nobody wrote it down. */
  static String comment(String key, String model) {
    String own = COMMENTS.getProperty(key.replaceFirst("^model\\.", "model." + model + "."));
    return own != null ? own : COMMENTS.getProperty(key);
  }

  private static Properties comments() {
    Properties read = new Properties();
    try (InputStreamReader in =
        new InputStreamReader(
            TrainingTemplate.class.getResourceAsStream("comments.properties"),
            StandardCharsets.UTF_8)) {
      read.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }
}
