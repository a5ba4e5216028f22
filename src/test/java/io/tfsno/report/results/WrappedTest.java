package io.tfsno.report.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTest {
  private static final String TEXT =
      "The interval lies below 1 and n - 1 pairs + 2 more are left # of seeds 12. or 3) of 4 > 5";

  @Test
  void lines_ofAnyWidth_holdTheSameWordsAndStartNoBlock() {
    for (int columns = 10; columns < 100; columns++) {
      String wrapped = Wrapped.at(columns, TEXT);
      assertThat(wrapped.replace('\n', ' ')).isEqualTo(TEXT);
      assertThat(wrapped.lines().skip(1))
          .noneMatch(line -> line.matches("(?s)([-+*>#]|\\d+[.)]) .*"));
    }
  }

  @Test
  void lines_areNotLongerThanTheirColumns() {
    assertThat(Wrapped.at(12, "one two three four five six").lines())
        .containsExactly("one two", "three four", "five six");
  }
}
