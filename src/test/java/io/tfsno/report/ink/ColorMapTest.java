package io.tfsno.report.ink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ColorMapTest {
  static Stream<ColorMap> maps() {
    return Stream.of(ColorMap.SEQUENTIAL, ColorMap.ERROR, ColorMap.DIVERGING);
  }

  @Test
  void oklab_anyColour_survivesTheRoundTrip() {
    new Random(3).ints(500, 0, 1 << 24).forEach(c -> assertThat(Oklab.ofRgb(c).rgb()).isEqualTo(c));
  }

  @Test
  void oklab_greys_haveNoChromaAndKnownLightness() {
    assertThat(Oklab.ofRgb(0xffffff).l()).isCloseTo(1, within(1e-6));
    assertThat(Oklab.ofRgb(0).l()).isZero();
    assertThat(Oklab.ofRgb(0x808080).distance(new Oklab(Oklab.ofRgb(0x808080).l(), 0, 0)))
        .isLessThan(1e-6);
  }

  @Test
  void sequential_alongItsLength_growsLighterAtAnEvenPace() {
    assertThat(steps(ColorMap.SEQUENTIAL)).allSatisfy(d -> assertThat(d).isBetween(0.012, 0.018));
  }

  @Test
  void error_alongItsLength_growsDarker() {
    assertThat(steps(ColorMap.ERROR)).allSatisfy(d -> assertThat(d).isNegative());
  }

  @Test
  void diverging_leftAndRight_areEquallyLight() {
    for (int i = 0; i <= 100; i++) {
      double left = lightness(ColorMap.DIVERGING, i / 200.0);
      double right = lightness(ColorMap.DIVERGING, 1 - i / 200.0);
      // One step of an 8 bit channel is about 0.003 in lightness.
      assertThat(left).isCloseTo(right, within(0.004));
    }
  }

  @Test
  void diverging_fromTheMiddleOut_growsDarkerTowardsBlueAndRed() {
    assertThat(steps(ColorMap.DIVERGING).subList(0, 25))
        .allSatisfy(d -> assertThat(d).isPositive());
    assertThat(steps(ColorMap.DIVERGING).subList(25, 50))
        .allSatisfy(d -> assertThat(d).isNegative());
    Oklab low = Oklab.ofRgb(ColorMap.DIVERGING.rgb(0.2));
    Oklab high = Oklab.ofRgb(ColorMap.DIVERGING.rgb(0.8));
    assertThat(low.b()).isLessThan(-0.05);
    assertThat(high.a()).isGreaterThan(0.05);
  }

  @ParameterizedTest
  @MethodSource("maps")
  void at_anyPosition_isAColourThatScreensCanShow(ColorMap map) {
    for (int i = 0; i <= 400; i++) {
      assertThat(map.at(i / 400.0).linear())
          .as("at %s", i / 400.0)
          .satisfies(
              light -> {
                for (double c : light) {
                  assertThat(c).isBetween(-0.002, 1.002);
                }
              });
    }
  }

  @ParameterizedTest
  @MethodSource("maps")
  void rgb_outsideTheUnitInterval_takesTheEndAndNanIsGrey(ColorMap map) {
    assertThat(map.rgb(-3)).isEqualTo(map.rgb(0));
    assertThat(map.rgb(Double.POSITIVE_INFINITY)).isEqualTo(map.rgb(1));
    assertThat(map.rgb(Double.NaN)).isEqualTo(ColorMap.MISSING);
  }

  private static List<Double> steps(ColorMap map) {
    return IntStream.range(0, 50)
        .mapToObj(i -> lightness(map, (i + 1) / 50.0) - lightness(map, i / 50.0))
        .toList();
  }

  private static double lightness(ColorMap map, double t) {
    return Oklab.ofRgb(map.rgb(t)).l();
  }
}
