package io.tfsno.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
  enum Precision {
    FLOAT32,
    MIXED_HALF
  }

  record Schedule(double warmup, int epochs) {
    static Schedule defaults() {
      return new Schedule(0.05, 100);
    }
  }

  record Optimizer(double rate, List<Double> betas, Schedule schedule) {
    Optimizer {
      if (rate <= 0) {
        throw new UserError("rate > 0", Double.toString(rate), "Raise it.");
      }
    }
  }

  record Run(
      String name,
      long seed,
      int width,
      Boolean resume,
      Precision precision,
      Optimizer optimizer,
      List<Optimizer> stages,
      List<List<Integer>> grid,
      Map<String, Double> weights,
      Map<String, Schedule> schedules) {
    static Run defaults() {
      return new Run("run", 1, 64, false, Precision.FLOAT32, null, null, null, null, null);
    }
  }

  @TempDir Path folder;

  @Test
  void document_ofNestedRecords_fillsThem() {
    Run run =
        parse(
            """
            name: first
            seed: 7
            resume: true
            optimizer:
              rate: 1e-3
              betas: [0.9, 0.999]
              schedule: {epochs: 20}
            stages:
              - rate: 1
              - {rate: 2.5, schedule: {warmup: 0, epochs: 3}}
            grid: [[1, 2], [3]]
            weights: {l2: 1, h1: .5}
            schedules:
              long: {epochs: 900}
            """);
    assertThat(run)
        .isEqualTo(
            new Run(
                "first",
                7,
                64,
                true,
                Precision.FLOAT32,
                new Optimizer(0.001, List.of(0.9, 0.999), new Schedule(0.05, 20)),
                List.of(new Optimizer(1, null, null), new Optimizer(2.5, null, new Schedule(0, 3))),
                List.of(List.of(1, 2), List.of(3)),
                Map.of("l2", 1.0, "h1", 0.5),
                Map.of("long", new Schedule(0.05, 900))));
  }

  @Test
  void absentKeys_takeTheDefaults() {
    assertThat(parse("width: 8")).isEqualTo(withWidth(8));
    assertThat(parse("{}")).isEqualTo(Run.defaults());
    // A key without a value counts as absent.
    assertThat(parse("width:\nname: ~\nseed: null")).isEqualTo(Run.defaults());
  }

  @Test
  void absentNumber_withoutDefaults_isUserErrorWithItsPath() {
    refuse(
        "optimizer: {betas: [1]}",
        "run.yaml: the key 'optimizer.rate' is missing. Add it; the keys here are rate, betas,"
            + " schedule.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          widht: 3                        | unknown key 'widht': did you mean 'width'? Known: name,
          Width: 3                        | unknown key 'Width': did you mean 'width'?
          zzz: 3                          | unknown key 'zzz'. Known: name, seed, width,
          optimizer: {rat: 1}             | unknown key 'optimizer.rat': did you mean 'optimizer.rate'?
          optimizer: {zzz: 1}             | unknown key 'optimizer.zzz'. Known: optimizer.rate, optimizer
          optimizer: {rate: 1, schedule: {epoch: 1}} | did you mean 'optimizer.schedule.epochs'?
          stages: [{rate: 1}, {rate: 1, beta: 1}] | unknown key 'stages[1].beta': did you mean 'stages[1].betas'?
          schedules: {a: {epohcs: 1}}     | unknown key 'schedules.a.epohcs': did you mean 'schedules.a.epochs'?
          '<<: {width: 1}'                | unknown key '<<'. Known:
          """)
  void unknownKey_isUserErrorThatNamesTheNearest(String text, String message) {
    refuse(text, "run.yaml: ");
    refuse(text, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          width: many              | run.yaml, key 'width': expected a number, found "many".
          width: 2.5               | key 'width': expected a whole number, found 2.5
          width: 3000000000        | key 'width': expected a whole number below 2^31, found 3000000000
          width: [1]               | key 'width': expected a number, found [1]
          width: {}                | key 'width': expected a number, found {}
          width: true              | key 'width': expected a number, found true
          name: [a]                | key 'name': expected a text, found ["a"]
          resume: 1                | key 'resume': expected true or false, found 1
          resume: yes              | key 'resume': expected true or false, found "yes"
          precision: half          | key 'precision': expected one of float32, mixed_half, found "half"
          precision: [float32]     | key 'precision': expected one of float32, mixed_half, found
          precision: 3             | key 'precision': expected one of float32, mixed_half, found 3
          optimizer: adam          | key 'optimizer': expected a group of keys, found "adam"
          optimizer: [1]           | key 'optimizer': expected a group of keys, found [1]
          optimizer: {rate: x}     | key 'optimizer.rate': expected a number, found "x"
          optimizer: {rate: .nan}  | key 'optimizer.rate': expected a number, found "NaN"
          optimizer: {rate: .inf}  | key 'optimizer.rate': expected a number, found "Infinity"
          optimizer: {rate: NaN}   | key 'optimizer.rate': expected a number, found "NaN"
          optimizer: {rate: 1e400} | key 'optimizer.rate': expected a number, found "Infinity"
          optimizer: {rate: 10d}   | key 'optimizer.rate': expected a number, found "10d"
          optimizer: {rate: 0x1p3} | key 'optimizer.rate': expected a number, found "0x1p3"
          optimizer: {rate: ''}    | key 'optimizer.rate': expected a number, found ""
          optimizer: {rate: -1}    | run.yaml: expected rate > 0, found -1.0. Raise it.
          stages: [{rate: 1}, 2]   | key 'stages[1]': expected a group of keys, found 2
          grid: [[1, x]]           | key 'grid[0][1]': expected a number, found "x"
          grid: [[1, ~]]           | key 'grid[0][1]': expected a number, found nothing
          weights: 3               | key 'weights': expected a group of keys, found 3
          weights: {l2: x}         | key 'weights.l2': expected a number, found "x"
          weights: {l2: ~}         | key 'weights.l2': expected a number, found nothing
          seed: 9223372036854775808  | key 'seed': expected a whole number from -2^63 to 2^63 - 1
          seed: -9223372036854775809 | key 'seed': expected a whole number from -2^63 to 2^63 - 1
          seed: 1.5                | key 'seed': expected a whole number, found 1.5
          seed: 1e30               | key 'seed': expected a whole number, found 1.0E30
          - 1                      | run.yaml: expected a group of keys, found [1]
          just words               | run.yaml: expected a group of keys, found "just words"
          """)
  void wrongValue_isUserErrorWithItsPath(String text, String message) {
    refuse(text, message);
  }

  @Test
  void emptyText_isUserError() {
    for (String text : List.of("", "\n", "# only a comment\n", "~", "---\n")) {
      refuse(text, "run.yaml: expected a group of keys, found nothing.");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1e-3, 0.001",
    "1.0e-3, 0.001",
    "+1E+2, 100",
    "'1e-3', 0.001",
    "1., 1",
    ".5, 0.5",
    "3, 3",
    "010, 10"
  })
  void number_inAnyUsualForm_isRead(String text, double value) {
    assertThat(parse("optimizer: {rate: " + text + "}").optimizer().rate()).isEqualTo(value);
    assertThat(parse("optimizer: {rate: '" + text + "'}").optimizer().rate()).isEqualTo(value);
  }

  @Test
  void wholeNumber_mayBeWrittenAsARealOne() {
    assertThat(parse("width: 1e2").width()).isEqualTo(100);
    assertThat(parse("width: 16.0").width()).isEqualTo(16);
    assertThat(parse("seed: 1e6").seed()).isEqualTo(1_000_000);
    assertThat(parse("width: -2147483648").width()).isEqualTo(Integer.MIN_VALUE);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, (1L << 53) + 1, Long.MAX_VALUE - 1, 0})
  void seed_ofSixtyFourBits_isExact(long seed) {
    assertThat(parse("seed: " + seed).seed()).isEqualTo(seed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mixed_half", "MIXED_HALF", "Mixed_Half", "'mixed_half'"})
  void enumConstant_inAnyCase_isRead(String text) {
    assertThat(parse("precision: " + text).precision()).isEqualTo(Precision.MIXED_HALF);
  }

  @Test
  void singleValue_standsForAListOfOne() {
    assertThat(parse("grid: 5").grid()).containsExactly(List.of(5));
    assertThat(parse("stages: {rate: 2}").stages()).containsExactly(new Optimizer(2, null, null));
    assertThat(parse("grid: []").grid()).isEmpty();
  }

  @Test
  void text_isKeptAsItIs() {
    assertThat(parse("name: 2026-01-31").name()).isEqualTo("2026-01-31");
    assertThat(parse("name: 42").name()).isEqualTo("42");
    assertThat(parse("name: '007'").name()).isEqualTo("007");
    assertThat(parse("name: true").name()).isEqualTo("true");
    assertThat(parse("name: ''").name()).isEmpty();
    assertThat(parse("name: 'null'").name()).isEqualTo("null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          width: [1, 2              | run.yaml: not valid YAML near line 1: while parsing a flow
          a: b: c                   | run.yaml: not valid YAML near line 1: mapping values are not
          name: 'open               | run.yaml: not valid YAML near line 1: while scanning a quoted
          ? [a]                     | run.yaml: not valid YAML near line 1: Expected a property name
          width: 1\\nwidth: 2       | run.yaml, line 2: expected plain YAML, found the key 'width' twice.
          optimizer: {rate: 1, rate: 2} | line 1: expected plain YAML, found the key 'rate' twice.
          width: 1\\n---\\nwidth: 2 | line 3: expected plain YAML, found a second document.
          seed: &s 3\\nwidth: *s    | line 2: expected plain YAML, found an alias (*name). Write its
          """)
  void text_thatIsNotPlainYaml_isUserErrorWithItsLine(String text, String message) {
    refuse(text.replace("\\n", "\n"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "[{a: ", "? ", "- ? "})
  void nesting_tenThousandDeep_isUserError(String opening) {
    for (String prefix : List.of("", "grid: ", "weights:\n  ")) {
      quickly(prefix + opening.repeat(10_000));
      quickly(prefix + opening.repeat(200_000 / opening.length()));
    }
    refuse("grid: " + "[".repeat(10_000), "run.yaml: expected at most 64 levels of nesting");
  }

  @Test
  void aliases_thatMultiply_areUserError() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]\n");
    for (int i = 1; i < 20; i++) {
      String alias = "*a" + (i - 1);
      laughs.append("a%d: &a%d [%s]\n".formatted(i, i, (alias + ", ").repeat(8) + alias));
    }
    quickly(laughs.toString());
    refuse(laughs.toString(), "line 2: expected plain YAML, found an alias");
    quickly("grid: &g [*g]");
  }

  @Test
  void longTokens_giveShortMessages() {
    for (String text :
        List.of(
            "width: " + "9".repeat(900),
            "width: " + "9".repeat(500_000),
            "width: " + "a".repeat(500_000),
            "? " + "k".repeat(500_000) + "\n: 1",
            "optimizer: {rate: 1" + "0".repeat(500) + "}",
            "name: [" + "a, ".repeat(100_000) + "]")) {
      quickly(text);
    }
  }

  @Test
  void randomChanges_giveARecordOrUserError() {
    String text =
        "name: ab\nseed: 7\noptimizer: {rate: 1e-3, betas: [0.9, 1]}\ngrid:\n- [1]\n- 2\n";
    String odd = "\0\t\n\r \"'#%&*!|>@`{}[],:?-~<=\\\u0085\u2028\ufeff\ud83d\ue000x0.e";
    Random random = new Random(2);
    for (int i = 0; i < 5000; i++) {
      StringBuilder changed = new StringBuilder(text);
      for (int k = 0; k <= i % 4; k++) {
        changed.setCharAt(
            random.nextInt(changed.length()), odd.charAt(random.nextInt(odd.length())));
      }
      try {
        assertThat(parse(changed.toString())).isNotNull();
      } catch (UserError e) {
        assertThat(e).hasMessageStartingWith("run.yaml");
      }
    }
  }

  @Test
  void file_isReadByItsPath() throws IOException {
    Path file = Files.writeString(folder.resolve("c.yaml"), "\nwidth: 9\n");
    assertThat(ConfigReader.read(file, Run.class)).isEqualTo(withWidth(9));
    Files.writeString(file, "widt: 9");
    refuse(file, file + ": unknown key 'widt': did you mean 'width'?");
  }

  @Test
  void file_thatIsNoConfiguration_isUserError() throws IOException {
    Path file = folder.resolve("c.yaml");
    refuse(file, file + ": no such file. Check the path.");
    refuse(folder, folder + ": cannot be read (");
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff, (byte) 0xfe});
    refuse(file, file + ": expected text in UTF-8, found other bytes.");
    Files.write(file, new byte[4096]);
    refuse(file, file + ": not valid YAML near line 1: special characters are not allowed");
    Files.write(file, new byte[(1 << 20) + 1]);
    refuse(file, file + ": expected a configuration of at most 1 MiB, found more.");
  }

  private static Run withWidth(int width) {
    return new Run("run", 1, width, false, Precision.FLOAT32, null, null, null, null, null);
  }

  private static Run parse(String text) {
    return ConfigReader.parse("run.yaml", text, Run.class);
  }

  private static void refuse(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }

  private static void refuse(Path file, String message) {
    assertThatThrownBy(() -> ConfigReader.read(file, Run.class))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(message);
  }

  /** A user error with a message that fits on a screen, before anyone would call it a hang. */
  private static void quickly(String text) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () ->
            assertThatThrownBy(() -> parse(text))
                .isInstanceOf(UserError.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400)));
  }
}
