package io.tfsno.data.generate;

import io.tfsno.base.SmallFile;
import io.tfsno.data.file.DataFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Objects;
import java.util.zip.CRC32C;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Remembers which batches of an unfinished set are safely on the disk. It stands next to the part
 * file and is replaced as a whole, so a crash leaves the old or the new one, never half of one.
 */
public final class GenerationJournal {
  private static final int MAX_BYTES = 1 << 26;

  private final Path file;
  private final BitSet done = new BitSet();

  public GenerationJournal(Path part) {
    this.file = part.resolveSibling(part.getFileName() + ".json");
  }

  /**
   * Reads what an earlier run noted. An absent or damaged note, or one of a run that cut the same
   * set into another number of batches (on another device), counts as nothing done.
   */
  public void load(int batches) {
    done.clear();
    try {
      JsonNode note = new ObjectMapper().readTree(SmallFile.read(file, MAX_BYTES));
      JsonNode list = note.path("done");
      boolean sound =
          note.path("batches").asInt(0) == batches
              && note.path("crc32c").asString("").equals(sum(batches, list));
      for (int i = 0; sound && i < list.size(); i++) {
        done.set(Objects.checkIndex(list.get(i).asInt(), batches));
      }
    } catch (IOException | JacksonException | IndexOutOfBoundsException e) {
      done.clear();
    }
  }

  public boolean isDone(int batch) {
    return done.get(batch);
  }

  int doneCount() {
    return done.cardinality();
  }

  /** Notes a batch; call only when its numbers are on the disk. */
  public void note(int batch) {
    done.set(batch);
  }

  public void save(int batches) {
    ObjectNode note = new ObjectMapper().createObjectNode();
    note.put("batches", batches);
    ArrayNode list = note.putArray("done");
    done.stream().forEach(list::add);
    note.put("crc32c", sum(batches, list));
    DataFiles.replace(file, next(), note.toString());
  }

  /** What the journal is called while it is written; a kill may leave it. */
  private Path next() {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  /** A batch that is taken for done without being so would stay zeros. */
  private static String sum(int batches, JsonNode done) {
    CRC32C sum = new CRC32C();
    sum.update((batches + " " + done).getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  public void delete() {
    try {
      Files.deleteIfExists(next());
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }
}
