package io.tfsno.cli.console;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Applies {@code --set a.b=c} to a configuration before it is read. */
public final class ConfigOverrides {
  private ConfigOverrides() {}

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
