package io.tfsno;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is published of the campaign is what the campaign wrote. */
class CampaignTest {
  private static final Path PAGE = Path.of("docs/reliability.md");

  @TempDir private Path folder;

  /** One row of the table, by the names of its columns. */
  private record Row(
      String part, String test, int tried, int survived, int refused, int lost, int seconds) {

    static Row of(String line) {
      String[] cells = line.split(",", -1);
      int[] counts = new int[5];
      for (int i = 0; i < 5; i++) {
        counts[i] = Integer.parseInt(cells[2 + i]);
      }
      assertThat(cells[7]).as(line).isEqualTo("yes");
      return new Row(cells[0], cells[1], counts[0], counts[1], counts[2], counts[3], counts[4]);
    }

    String onThePage() {
      return String.format(
          Locale.ROOT,
          "|%s|%,d|%,d|%,d|%,d|%,d s|`-Dtest=%s`|",
          part,
          tried,
          survived,
          refused,
          lost,
          seconds,
          test);
    }
  }

  private static List<Row> published() throws IOException {
    List<String> lines = Files.readAllLines(Campaign.TABLE);
    assertThat(lines.get(0)).isEqualTo(Campaign.HEAD);
    return lines.stream().skip(1).map(Row::of).toList();
  }

  @Test
  void page_showsTheTable_rowByRow() throws IOException {
    List<String> shown =
        Files.readAllLines(PAGE).stream().filter(line -> line.contains("`-Dtest=")).toList();
    assertThat(shown.stream().filter(line -> line.startsWith("|")))
        .containsExactlyElementsOf(published().stream().map(Row::onThePage).toList());
  }

  @Test
  void table_isThatOfAWholeCampaign_inWhichNothingWasLost() throws IOException {
    assertThat(total("kills: ")).isGreaterThanOrEqualTo(500);
    assertThat(total("damaged files: ")).isGreaterThanOrEqualTo(10_000);
    assertThat(total("power cuts")).isGreaterThanOrEqualTo(200);
    assertThat(total("requests of ")).isGreaterThanOrEqualTo(10_000);
    assertThat(total("soak: ")).isPositive();
    for (Row row : published()) {
      assertThat(row.lost()).as(row.part()).isZero();
      assertThat(row.survived() + row.refused()).as(row.part()).isEqualTo(row.tried());
    }
  }

  private static int total(String parts) throws IOException {
    return published().stream()
        .filter(row -> row.part().startsWith(parts))
        .mapToInt(Row::tried)
        .sum();
  }

  @Test
  void row_ofACampaignThatIsCutOff_isThereAndNotComplete() throws IOException {
    Path table = folder.resolve("campaign.csv");
    Campaign other = new Campaign(table, "other", "OtherTest", 1);
    Campaign part = new Campaign(table, "kills", "PartTest", 3);
    assertThat(columns(table, "kills")).contains("PartTest", "no");
    part.tried(3);
    part.survived(1);
    part.refused(1);
    assertThat(columns(table, "kills").get(7)).isEqualTo("no");
    part.lost(1);
    assertThat(columns(table, "kills").subList(2, 6)).containsExactly("3", "1", "1", "1");
    assertThat(columns(table, "kills").get(7)).isEqualTo("yes");
    other.tried(1);
    other.survived(1);
    new Campaign(table, "kills", "PartTest", 3); // begun again
    assertThat(columns(table, "kills").subList(2, 6)).containsExactly("0", "0", "0", "0");
    assertThat(columns(table, "other").subList(2, 6)).containsExactly("1", "1", "0", "0");
    assertThat(Files.readAllLines(table)).hasSize(3);
  }

  private static List<String> columns(Path table, String part) throws IOException {
    List<String> found = new ArrayList<>();
    for (String line : Files.readAllLines(table)) {
      if (line.startsWith(part + ",")) {
        found.addAll(List.of(line.split(",", -1)));
      }
    }
    return found;
  }
}
