package io.tfsno.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Remembers which batches of an unfinished set are safely on the disk. It stands beside the part
 * file and is replaced as a whole, so a crash leaves the old or the new one, never half of one.
 */
final class GenerationJournal {
  private final Path file;
  private final BitSet done = new BitSet();

  GenerationJournal(Path part) {
    this.file = part.resolveSibling(part.getFileName() + ".json");
  }

  /**
   * Reads what an earlier run noted. An absent or damaged note, or one of a run that cut the same
   * set into another number of batches (on another device), counts as nothing done.
   */
  void load(int batches) {
    done.clear();
    try {
      JsonNode note = new ObjectMapper().readTree(Files.readAllBytes(file));
      if (note.path("batches").asInt(0) == batches) {
        note.path("done").forEach(n -> done.set(n.asInt()));
      }
    } catch (IOException | JacksonException e) {
      done.clear();
    }
  }

  boolean isDone(int batch) {
    return done.get(batch);
  }

  int doneCount() {
    return done.cardinality();
  }

  /** Notes a batch; call only when its numbers are on the disk. */
  void note(int batch) {
    done.set(batch);
  }

  void save(int batches) {
    ObjectNode note = new ObjectMapper().createObjectNode();
    note.put("batches", batches);
    ArrayNode list = note.putArray("done");
    done.stream().forEach(list::add);
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(next, note.toString());
      DataFiles.moveIntoPlace(next, file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }
}
