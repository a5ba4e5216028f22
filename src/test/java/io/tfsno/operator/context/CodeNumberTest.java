package io.tfsno.operator.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodeNumberTest {
  private static final ContextSpec ALL =
      ContextSpec.defaults().withFeatures(ContextFeature.values());

  private static Grid grid(int dimension, int points) {
    return Grid.periodic(Points.cube(dimension, points), 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyNumberOfACode_hasANameOfItsOwn(int dimension) {
    for (int states : new int[] {1, 6}) {
      ContextSpec spec = ALL.withStates(states);
      List<CodeNumber> numbers = CodeNumber.of(spec, grid(dimension, 12));
      assertThat(numbers).hasSize(spec.code(dimension)).doesNotHaveDuplicates();
    }
  }

  @Test
  void order_isThatOfTheFeatures() {
    ContextSpec some =
        ALL.withFeatures(ContextFeature.PHASES, ContextFeature.STATISTICS, ContextFeature.POWER);
    assertThat(CodeNumber.of(some, grid(2, 16)).stream().map(CodeNumber::group).distinct())
        .containsExactly(
            "statistics", "phases x cos", "phases x sin", "phases y cos", "phases y sin", "power");
    assertThat(CodeNumber.of(some, grid(1, 16)).get(0).text()).isEqualTo("statistics: log energy");
  }

  @Test
  void bands_sayWhichWavesTheyHold() {
    assertThat(CodeNumber.of(ALL.withFeatures(ContextFeature.POWER), grid(1, 128)))
        .extracting(CodeNumber::name)
        .containsExactly("k 1", "k 2", "k 3-4", "k 5-7", "k 8-13", "k 14-22", "k 23-37", "k 38-63");
    assertThat(CodeNumber.of(ALL.withFeatures(ContextFeature.POWER), grid(1, 8)))
        .as("waves 1 to 3 do not fill eight bands")
        .extracting(CodeNumber::name)
        .contains("k 1", "band 2", "k 2", "k 3");
  }

  @Test
  void terms_ofALaw_areNamed() {
    assertThat(CodeNumber.of(ALL.withFeatures(ContextFeature.LAW), grid(1, 16)))
        .extracting(CodeNumber::text)
        .contains("law: lap u", "law: u u_x")
        .isEqualTo(LawTerms.names(1).stream().map(term -> "law: " + term).toList());
  }

  @Test
  void learntNumbers_areCounted() {
    ContextSpec learnt = ALL.withLearnt(new CodeSpec(List.of(4), 2));
    assertThat(CodeNumber.of(learnt, grid(1, 16)))
        .extracting(CodeNumber::text)
        .containsExactly("learnt: 1", "learnt: 2");
  }
}
