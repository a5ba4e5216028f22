package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries may be packed with gzip, as published ledgers are. */
class PackedLedgerTest {
  private static final Path STORED = Path.of("src/test/resources/v1/ledger/paper");

  @TempDir Path folder;
  private List<LedgerEntry> stored;

  @BeforeEach
  void copyPacked() throws IOException {
    stored = new Ledger(STORED).all();
    Files.createDirectories(folder.resolve(Ledger.FOLDER));
    for (LedgerEntry entry : stored) {
      pack(
          entry.key(),
          Files.readAllBytes(STORED.resolve(Ledger.FOLDER).resolve(entry.key() + ".json")));
    }
  }

  private Path pack(String key, byte[] bytes) throws IOException {
    Path file = folder.resolve(Ledger.FOLDER).resolve(key + ".json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(bytes);
    }
    return file;
  }

  @Test
  void packedEntries_areThoseThatWerePacked() {
    Ledger packed = new Ledger(folder);
    assertThat(stored).isNotEmpty();
    assertThat(packed.all()).usingRecursiveComparison().isEqualTo(stored);
    assertThat(packed.find(stored.get(0).key()))
        .usingRecursiveComparison()
        .isEqualTo(stored.get(0));
    assertThat(packed.find("E1-nothing-delta-full-s1")).isNull();
  }

  @Test
  void cellRunAgain_countsOnce_andTakesThePlaceOfThePackedOne() {
    Ledger packed = new Ledger(folder);
    packed.write(stored.get(0));
    assertThat(packed.all()).hasSameSizeAs(stored);
  }

  @Test
  void damagedPack_isNamed() throws IOException {
    Path file = pack(stored.get(0).key(), new byte[] {'{'});
    assertThatThrownBy(() -> new Ledger(folder).all())
        .isInstanceOf(UserError.class)
        .hasMessageContaining(file.toString());
    Files.write(file, new byte[] {1, 2, 3});
    assertThatThrownBy(() -> new Ledger(folder).all())
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected the result of a cell");
  }
}
