package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.Campaign;
import io.tfsno.Mutants;
import io.tfsno.base.UserError;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged entries of a ledger are told from sound ones. */
class MutatedLedgerTest {
  private static final String KEY = "E1-fno-direct-full-s1";

  @TempDir Path folder;
  private Ledger ledger;
  private Path file;

  @BeforeEach
  void copy() throws IOException {
    ledger = new Ledger(folder);
    file = folder.resolve(Ledger.FOLDER).resolve(KEY + ".json");
    Files.createDirectories(file.getParent());
    Files.copy(Path.of("src/test/resources/v1/ledger/paper/ledger", KEY + ".json"), file);
  }

  @Test
  void entry_writtenAgain_carriesAChecksumAndIsEqual() throws IOException {
    LedgerEntry published = ledger.find(KEY); // from before there were checksums
    ledger.write(published);
    assertThat(file).content().contains("\"crc32c\":\"");
    LedgerEntry again = ledger.find(KEY);
    assertThat(again).usingRecursiveComparison().isEqualTo(published);
  }

  @Test
  void entry_mutated_isRefusedOrUnchanged() throws IOException {
    LedgerEntry sound = ledger.find(KEY);
    ledger.write(sound);
    Mutants mutants = new Mutants(Files.readAllBytes(file), 10);
    Campaign part =
        Campaign.of("damaged files: ledger entries", MutatedLedgerTest.class, Mutants.count());
    int refused = 0;
    for (int i = 0; i < Mutants.count(); i++) {
      byte[] mutant = mutants.next();
      Files.write(file, mutant);
      LedgerEntry read = Mutants.survive(part, "mutant " + i, () -> ledger.find(KEY));
      String text = new String(mutant, StandardCharsets.ISO_8859_1);
      boolean checked = text.contains("\"crc32c\":\"") || text.contains("\"checked\":\"");
      if (read == null) {
        refused++;
      } else if (checked) {
        assertThat(read).as("mutant %d", i).usingRecursiveComparison().isEqualTo(sound);
      }
    }
    assertThat(refused).isGreaterThan(Mutants.count() * 8 / 10);
  }

  @Test
  void entry_whoseChecksumWasRemoved_isRefused() throws IOException {
    ledger.write(ledger.find(KEY));
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst(",\"crc32c\":\"\\w+\"", ""));
    assertThatThrownBy(() -> ledger.find(KEY))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the checksum that was removed");
    Files.writeString(file, text.replaceFirst(",\"checked\":\"crc32c\",\"crc32c\":\"\\w+\"", ""));
    assertThat(ledger.find(KEY)).isNotNull();
  }

  @Test
  void entry_incompleteOrUnderAnotherName_isRefused() throws IOException {
    Files.move(file, file.resolveSibling("E2-fno-delta-full-s1.json"));
    assertThatThrownBy(() -> ledger.find("E2-fno-delta-full-s1"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected the result of a cell");
    for (String text : new String[] {"null", "[]", "{}", "7", "{\"key\":\"" + KEY + "\"}", ""}) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> ledger.find(KEY)).as(text).isInstanceOf(UserError.class);
    }
  }

  @Test
  void entry_deepOrHuge_isRefusedAtOnce() throws IOException {
    Files.writeString(file, "{\"config\":" + "[".repeat(2_000_000));
    assertThatThrownBy(() -> ledger.find(KEY)).isInstanceOf(UserError.class);
    try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
      holes.setLength(8L << 30);
    }
    assertThatThrownBy(() -> ledger.find(KEY))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected the result of a cell");
  }
}
