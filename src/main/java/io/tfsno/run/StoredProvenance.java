package io.tfsno.run;

import io.tfsno.base.SmallFile;
import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The provenance of a run as its file has it, of this version or an older one, perhaps damaged:
 * what cannot be read there is not known.
 *
 * @param document all of it
 */
public record StoredProvenance(ObjectNode document) {
  private static final String CHANGED = "changed";
  private static final int MAX_BYTES = 1 << 20;
  private static final JsonNode EMPTY = JsonNodeFactory.instance.arrayNode();

  /** That of a run folder; empty where there is none. */
  public static Optional<StoredProvenance> in(Path run) {
    Path file = run.resolve(RunFolder.PROVENANCE);
    return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
  }

  private static StoredProvenance read(Path file) {
    Exception cause = null;
    try {
      if (JsonMapper.shared().readTree(SmallFile.read(file, MAX_BYTES)) instanceof ObjectNode all) {
        return new StoredProvenance(all);
      }
    } catch (IOException | JacksonException e) {
      cause = e;
    }
    throw new UserError(
        "%s: expected the provenance of a run, found something else. Copy it again, or delete it to continue without it."
            .formatted(file),
        cause);
  }

  /** The digest of the data that the run was trained on. */
  public Optional<String> dataSha256() {
    return text("data_sha256");
  }

  /** When the training was started. */
  public Optional<String> started() {
    return text("started");
  }

  /** The changes of its length; those that cannot be read are not known. */
  public List<Provenance.Extension> extensions() {
    return list("extended", Provenance.Extension.class);
  }

  /** Other changes of its configuration; those that cannot be read are not known. */
  public List<Provenance.Change> changes() {
    return list(CHANGED, Provenance.Change.class);
  }

  private <T> List<T> list(String key, Class<T> type) {
    try {
      return JsonMapper.shared()
          .readerForListOf(type)
          .readValue(document.path(key).isArray() ? document.get(key) : EMPTY);
    } catch (JacksonException e) {
      return List.of();
    }
  }

  /** All of it with one more change, to be written. */
  public ObjectNode with(Provenance.Change change) {
    List<Provenance.Change> all = new ArrayList<>(changes());
    all.add(change);
    ObjectNode longer = document.deepCopy();
    longer.set(CHANGED, JsonMapper.shared().<JsonNode>valueToTree(all));
    return longer;
  }

  private Optional<String> text(String key) {
    return Optional.of(document.path(key).asString("")).filter(text -> !text.isEmpty());
  }

  /** Refuses to resume a run on data other than it was started on. */
  public void requireSameData(Path data, String sha256) {
    String before = dataSha256().orElse(sha256);
    if (!before.equals(sha256)) {
      throw new UserError(
          "%s: expected the data that the run was started on (SHA-256 %s), found others (%s). Restore them, or start a new run."
              .formatted(data, shortened(before), shortened(sha256)));
    }
  }

  private static String shortened(String digest) {
    return digest.substring(0, Math.min(12, digest.length()));
  }
}
