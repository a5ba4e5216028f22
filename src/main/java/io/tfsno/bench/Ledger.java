package io.tfsno.bench;

import io.tfsno.base.SmallFile;
import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Durable;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The results of cells, one file each: {@code KEY.json}, whole or not there; {@code gzip} may make
 * it {@code KEY.json.gz}. Ledgers are put together by copying their files.
 */
public final class Ledger {
  /** The folder of a ledger within the folder of a suite. */
  public static final String FOLDER = "ledger";

  private static final String ENDING = ".json";
  private static final String PACKED = ENDING + ".gz";
  private static final String SUM = "crc32c";

  /** Says that there is a checksum, so that one which was removed is missed. */
  private static final String NOTE = "checked";

  private static final int MAX_BYTES = 1 << 24;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Scores are kept to that many digits: ledgers are published, and no more of them mean anything.
   */
  private static final MathContext DIGITS = new MathContext(5);

  /** Of curves over all steps, which are drawn and not read. */
  private static final MathContext DIGITS_OF_CURVES = new MathContext(3);

  private static final List<String> CURVES = List.of("l2", "copying");

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
    return Stream.of(ENDING, PACKED)
        .map(ending -> folder.resolve(key + ending))
        .filter(Files::exists)
        .findFirst()
        .map(Ledger::read)
        .orElse(null);
  }

  /** All entries, sorted by key. */
  public List<LedgerEntry> all() {
    List<Path> files;
    try (Stream<Path> listed = Files.list(folder)) {
      files = listed.filter(Ledger::counts).sorted().toList();
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

  /** Whether a file is an entry; a packed one is not where the cell was run again. */
  private static boolean counts(Path file) {
    String name = file.toString();
    return name.endsWith(ENDING)
        || (name.endsWith(PACKED)
            && Files.notExists(Path.of(name.substring(0, name.length() - ".gz".length()))));
  }

  public void write(LedgerEntry entry) {
    Path file = folder.resolve(entry.key() + ENDING);
    try {
      Durable.createFolders(folder);
      Path part = folder.resolve(entry.key() + "." + UUID.randomUUID() + ".part");
      ObjectNode tree = JSON.valueToTree(entry);
      tree.path("tests").forEach(test -> round((ObjectNode) test));
      tree.put(NOTE, SUM);
      tree.put(SUM, sum(tree));
      DataFiles.replace(file, part, JSON.writeValueAsString(tree) + "\n");
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot be written: %s. Check the folder.".formatted(file, DataFiles.reason(e)), e);
    }
  }

  private static void round(ObjectNode test) {
    CURVES.forEach(name -> rounded(test.get(name), DIGITS_OF_CURVES));
    rounded(test, DIGITS);
  }

  private static JsonNode rounded(JsonNode node, MathContext digits) {
    if (node.isDouble() && Double.isFinite(node.doubleValue())) {
      return DoubleNode.valueOf(new BigDecimal(node.doubleValue()).round(digits).doubleValue());
    }
    if (node instanceof ObjectNode object) {
      object.propertyNames().forEach(name -> object.set(name, rounded(object.get(name), digits)));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, rounded(array.get(i), digits));
      }
    }
    return node;
  }

  private static LedgerEntry read(Path file) {
    try {
      JsonNode tree = JSON.readTree(SmallFile.read(file, MAX_BYTES));
      if (tree instanceof ObjectNode object && (object.has(SUM) || object.has(NOTE))) {
        JsonNode expected = object.remove(SUM);
        requireSum(file, expected == null ? "" : expected.asString(""), sum(object));
        object.remove(NOTE);
      }
      LedgerEntry entry = JSON.treeToValue(tree, LedgerEntry.class);
      if (entry != null
          && entry.complete()
          && (file.endsWith(entry.key() + ENDING) || file.endsWith(entry.key() + PACKED))) {
        return entry;
      }
      throw noResult(file, null);
    } catch (IOException | JacksonException e) {
      throw noResult(file, e);
    }
  }

  /** Of the entry as it is written, without the sum itself. */
  private static String sum(ObjectNode entry) {
    CRC32C sum = new CRC32C();
    sum.update(JSON.writeValueAsString(entry).getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  private static void requireSum(Path file, String expected, String found) {
    if (!expected.equals(found)) {
      throw new UserError(
          "%s: expected contents with the checksum %s, found %s. Copy it again or delete it to run the cell again; if you changed it on purpose, remove its '%s' and '%s'."
              .formatted(
                  file,
                  expected.isEmpty() ? "that was removed" : expected.length() > 8 ? "?" : expected,
                  found,
                  SUM,
                  NOTE));
    }
  }

  private static UserError noResult(Path file, Exception e) {
    return new UserError(
        "%s: expected the result of a cell, found something else. Delete it to run the cell again."
            .formatted(file),
        e);
  }
}
