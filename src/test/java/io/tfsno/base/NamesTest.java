package io.tfsno.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
  private static final List<String> KNOWN = List.of("burgers1d", "heat1d", "allen_cahn1d");

  @ParameterizedTest
  @CsvSource({
    "kitten, sitting, 3",
    "flaw, lawn, 2",
    "heat1d, heat1d, 0",
    "heat1d, heat2d, 1",
    "'', abc, 3",
    "abc, '', 3",
    "Allen-Cahn1D, allen_cahn1d, 0",
  })
  void distance_ofTwoWords_countsEdits(String a, String b, int edits) {
    assertThat(Names.distance(a, b)).isEqualTo(edits);
    assertThat(Names.distance(b, a)).isEqualTo(edits);
  }

  @Test
  void nearest_withASlip_isTheNameMeant() {
    assertThat(Names.nearest("burger1d", KNOWN)).contains("burgers1d");
    assertThat(Names.nearest("allen-chan1d", KNOWN)).contains("allen_cahn1d");
  }

  @Test
  void nearest_withNothingAlike_isNone() {
    assertThat(Names.nearest("schroedinger", KNOWN)).isEmpty();
    assertThat(Names.nearest("heat1d", List.of())).isEmpty();
  }

  @Test
  void unknown_withASlip_namesItTheSuggestionAndAllThatIsKnown() {
    assertThat(Names.unknown("equation", "heat1", KNOWN))
        .hasMessage(
            "unknown equation 'heat1': did you mean 'heat1d'? Known: burgers1d, heat1d, allen_cahn1d.");
  }

  @Test
  void unknown_withNothingAlike_suggestsNothingButListsAll() {
    assertThat(Names.unknown("equation", "schroedinger", KNOWN))
        .hasMessage("unknown equation 'schroedinger'. Known: burgers1d, heat1d, allen_cahn1d.");
  }
}
