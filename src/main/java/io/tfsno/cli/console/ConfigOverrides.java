package io.tfsno.cli.console;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.run.ModelConfig;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Applies {@code --set a.b=c} to a configuration before it is read. */
public final class ConfigOverrides {
  private ConfigOverrides() {}

  /** A model with other values under {@code model}; empty if they say more than that. */
  public static Optional<ModelConfig> ofModel(ModelConfig model, List<String> settings) {
    ObjectNode config = JsonMapper.shared().createObjectNode();
    config.set("model", model.given());
    apply(config, settings);
    ModelConfig changed = new ModelConfig(config.get("model"));
    boolean same = config.size() == 1 && changed.name().equals(model.name());
    return same ? Optional.of(changed) : Optional.empty();
  }

  public static void apply(JsonNode root, List<String> settings) {
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1 || !(root instanceof ObjectNode top)) {
        throw new UserError(
            "--set KEY.KEY=VALUE", "'" + setting + "'", "Try --set training.epochs=10.");
      }
      List<String> path = List.of(setting.substring(0, equals).split("\\.", -1));
      JsonNode value = ConfigReader.tree("--set " + setting, setting.substring(equals + 1));
      ObjectNode at = top;
      for (String key : path.subList(0, path.size() - 1)) {
        JsonNode inner = at.get(key);
        at = inner instanceof ObjectNode o ? o : at.putObject(key);
      }
      at.set(path.get(path.size() - 1), value);
    }
  }
}
