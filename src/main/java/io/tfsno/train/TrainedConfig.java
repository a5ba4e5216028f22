package io.tfsno.train;

import io.tfsno.base.ConfigDifferences;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.run.Digest;
import io.tfsno.run.Provenance;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The configuration that a checkpoint was trained by, kept in it. Where the data lie and where they
 * are held is left out: they are known by their digest.
 */
final class TrainedConfig {
  private static final String TEXT = "config";
  private static final String SUM = "config_sha256";
  private static final JsonMapper JSON = JsonMapper.shared();

  private TrainedConfig() {}

  /** What a checkpoint's metadata hold of it. */
  static Map<String, String> metadata(TrainConfig config) {
    String text = JSON.writeValueAsString(tree(config));
    return Map.of(TEXT, text, SUM, Digest.sha256(text));
  }

  private static JsonNode tree(TrainConfig config) {
    JsonNode tree = JSON.readTree(JSON.writeValueAsString(config));
    ((ObjectNode) tree.get("data")).remove(List.of("file", "stream"));
    return tree;
  }

  /**
   * What was changed since a checkpoint, key by key. Nothing is known of checkpoints of earlier
   * versions; a change of length that was asked for is none.
   */
  static List<String> changes(
      Path file, Map<String, String> metadata, TrainConfig now, List<Provenance.Extension> known) {
    String text = metadata.get(TEXT);
    if (text == null
        || Digest.sha256(JSON.writeValueAsString(tree(now))).equals(metadata.get(SUM))) {
      return List.of();
    }
    TrainConfig before = read(file, text);
    int epochs = now.training().epochs();
    boolean extended = known.stream().anyMatch(change -> change.epochs() == epochs);
    TrainConfig expected = extended ? before.withEpochs(epochs) : before;
    return ConfigDifferences.between(tree(expected), tree(now));
  }

  /** By way of the record: keys that came later take their defaults. */
  private static TrainConfig read(Path file, String text) {
    try {
      return ConfigReader.bind(file.toString(), JSON.readTree(text), TrainConfig.class);
    } catch (JacksonException e) {
      throw new UserError(file + ": its metadata is damaged. Start a new run.", e);
    }
  }
}
