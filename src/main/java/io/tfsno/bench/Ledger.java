package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.data.DataFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The results of cells, one file each: {@code KEY.json}, whole or not there. Ledgers are put
 * together by copying their files.
 */
public final class Ledger {
  /** The folder of a ledger within the folder of a suite. */
  public static final String FOLDER = "ledger";

  private static final String ENDING = ".json";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Scores are kept to that many digits: ledgers are published, and no more of them mean anything.
   */
  private static final MathContext DIGITS = new MathContext(7);

  private final Path folder;

  /**
   * @param results the folder that {@code bench --out} was given
   */
  public Ledger(Path results) {
    folder = results.resolve(FOLDER);
  }

  public boolean exists() {
    return Files.isDirectory(folder);
  }

  /** The entry of a key; null if there is none. */
  public LedgerEntry find(String key) {
    Path file = folder.resolve(key + ENDING);
    return Files.exists(file) ? read(file) : null;
  }

  /** All entries, sorted by key. */
  public List<LedgerEntry> all() {
    List<Path> files;
    try (Stream<Path> listed = Files.list(folder)) {
      files = listed.filter(f -> f.toString().endsWith(ENDING)).sorted().toList();
    } catch (IOException e) {
      throw new UserError(
          "%s: expected a folder with results of 'tfsno bench', found none. Check the path."
              .formatted(folder),
          e);
    }
    List<LedgerEntry> entries = new ArrayList<>();
    files.forEach(file -> entries.add(read(file)));
    return entries;
  }

  public void write(LedgerEntry entry) {
    Path file = folder.resolve(entry.key() + ENDING);
    try {
      Files.createDirectories(folder);
      Path part = folder.resolve(entry.key() + "." + UUID.randomUUID() + ".part");
      ObjectNode tree = JSON.valueToTree(entry);
      if (tree.has("tests")) {
        tree.set("tests", rounded(tree.get("tests")));
      }
      Files.writeString(part, JSON.writeValueAsString(tree) + "\n");
      DataFiles.moveIntoPlace(part, file);
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot be written: %s. Check the folder.".formatted(file, e.getMessage()), e);
    }
  }

  private static JsonNode rounded(JsonNode node) {
    if (node.isDouble() && Double.isFinite(node.doubleValue())) {
      return DoubleNode.valueOf(new BigDecimal(node.doubleValue()).round(DIGITS).doubleValue());
    }
    if (node instanceof ObjectNode object) {
      object.propertyNames().forEach(name -> object.set(name, rounded(object.get(name))));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, rounded(array.get(i)));
      }
    }
    return node;
  }

  private static LedgerEntry read(Path file) {
    try {
      return JSON.readValue(Files.readAllBytes(file), LedgerEntry.class);
    } catch (IOException | JacksonException e) {
      throw new UserError(
          "%s: expected the result of a cell, found something else. Delete it to run the cell again."
              .formatted(file),
          e);
    }
  }
}
