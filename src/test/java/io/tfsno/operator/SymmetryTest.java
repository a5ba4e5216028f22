package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.symmetry.Symmetries;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class SymmetryTest {
  /** Two orders of the same sums in float32, of answers of size 1. */
  private static final float ROUNDING = 5e-6f;

  private static final FieldShape TWO_FIELDS =
      new FieldShape(
          new FieldShape(2, 16, 1, 1).grid(), Channel.named(List.of("u", "v")), Inputs.NONE);

  static Stream<Arguments> everyModel() {
    return Operators.all().stream()
        .flatMap(
            model ->
                Stream.of(1, 2)
                    .map(dimension -> Arguments.of(model.name(), model.defaults(), dimension)));
  }

  private static Tensor noise(long seed, long... shape) {
    int count = 1;
    for (long n : shape) {
      count *= Math.toIntExact(n);
    }
    return Tensor.of(new Rng(seed).normals(count), shape).to(DType.FLOAT32);
  }

  /** Point i to point -i of a periodic axis, written down without the program's help. */
  private static Tensor mirrored(Tensor u, int axis) {
    long n = u.size(axis);
    Tensor[] points = new Tensor[(int) n];
    for (int i = 0; i < n; i++) {
      points[i] = u.narrow(axis, (n - i) % n, 1);
    }
    return Tensor.cat(axis, points);
  }

  private static void assertSame(Tensor found, Tensor expected) {
    assertThat(found.toFloats()).containsExactly(expected.toFloats(), within(ROUNDING));
  }

  @ParameterizedTest(name = "{0} in {2}D")
  @MethodSource("everyModel")
  void predictionsOfEveryModel_commuteWithSymmetries(
      String name, IntFunction<OperatorSpec> spec, int dimension) {
    FieldShape usual = new FieldShape(dimension, dimension == 1 ? 128 : 64, 1, 1);
    String field = usual.fields().get(0).name();
    FieldShape shape =
        usual.with(Inputs.NONE.symmetric("x -> -x", "%s -> -%s".formatted(field, field)));
    Tensor u = dimension == 1 ? noise(1, 2, 1, 128) : noise(1, 1, 1, 64, 64);
    try (Operator operator = Built.build(spec.apply(dimension), shape);
        Operator plain = Built.build(spec.apply(dimension), usual)) {
      Tensor next = operator.forward(u);
      assertSame(operator.forward(u.neg()), next.neg());
      assertSame(operator.forward(mirrored(u, 2)), mirrored(next, 2));
      assertSame(operator.forward(mirrored(u, 2).neg()), mirrored(next, 2).neg());
      Tensor both = plain.forward(u).sub(plain.forward(u.neg())).mul(0.5);
      Tensor turned = mirrored(u, 2);
      Tensor bothTurned = plain.forward(turned).sub(plain.forward(turned.neg())).mul(0.5);
      assertSame(next, both.add(mirrored(bothTurned, 2)).mul(0.5));
      assertThat(operator.parameters().count()).isEqualTo(plain.parameters().count());
    }
  }

  @Test
  void fieldsThatAreNotNamed_keepTheirSigns() {
    FieldShape shape = TWO_FIELDS.with(Inputs.ofHistory(2).symmetric("y -> -y, v -> -v"));
    Tensor u = noise(1, 2, 2, 16, 16);
    Tensor before = noise(2, 2, 2, 16, 16);
    try (Operator operator = Built.build(Built.fno(2), shape)) {
      Tensor next = operator.forward(u, Conditions.ofHistory(before));
      Tensor image = operator.forward(image(u), Conditions.ofHistory(image(before)));
      assertSame(image, image(next));
    }
  }

  private static Tensor image(Tensor u) {
    Tensor turned = mirrored(u, 3);
    return Tensor.cat(1, turned.narrow(1, 0, 1), turned.narrow(1, 1, 1).neg());
  }

  @Test
  void conditions_areMirroredOrRepeated() {
    Inputs inputs =
        new Inputs(
            1,
            Channel.named(List.of("kappa")),
            Channel.named(List.of("nu")),
            new TimeSpec(1, 1, true));
    FieldShape shape = Built.LINE.with(inputs.symmetric("x -> -x"));
    Tensor u = noise(1, 3, 1, 32);
    Tensor kappa = noise(2, 3, 1, 32);
    Tensor nu = noise(3, 3, 1);
    Tensor time = noise(4, 3);
    try (Operator operator = Built.build(Built.fno(1), shape)) {
      Tensor next = operator.forward(u, new Conditions(null, kappa, nu, time));
      Conditions turned = new Conditions(null, mirrored(kappa, 2), nu, time);
      assertSame(operator.forward(mirrored(u, 2), turned), mirrored(next, 2));
      assertThat(operator.forward(mirrored(u, 2), new Conditions(null, kappa, nu, time)).toFloats())
          .isNotEqualTo(mirrored(next, 2).toFloats());
    }
  }

  /** Between walls there is no first point that stays where it is. */
  @Test
  void wallsChangePlaces() {
    Grid walls = Grid.of(Points.of(24), new double[] {1}, Boundary.WALL);
    FieldShape shape = new FieldShape(walls, Channel.unnamed(1), Inputs.NONE.symmetric("x -> -x"));
    Tensor u = noise(1, 2, 1, 24);
    try (Operator operator = Built.build(Built.fno(1), shape)) {
      assertSame(operator.forward(u.flip(2)), operator.forward(u).flip(2));
    }
  }

  /** An equivariant map learns from a state what it will say to the image. */
  @Test
  void descent_onAState_isDescentOnItsImage() {
    String name = Built.LINE.fields().get(0).name();
    FieldShape shape = Built.LINE.with(Inputs.NONE.symmetric("%s -> -%s".formatted(name, name)));
    Tensor u = Built.states(1, 4);
    Tensor target = noise(7, 4, 1, 32).mul(0.1);
    try (Operator on = Built.build(Built.fno(1), shape);
        Operator onImage = Built.build(Built.fno(1), shape)) {
      for (int i = 0; i < 5; i++) {
        double loss = Built.descend(on, u, target, 0.05);
        assertThat(Built.descend(onImage, u.neg(), target.neg(), 0.05))
            .isCloseTo(loss, within(1e-5 * loss));
      }
      assertThat(onImage.parameters().flat().toFloats())
          .containsExactly(on.parameters().flat().toFloats(), within(ROUNDING));
    }
  }

  @Test
  void symmetries_areTakenTogetherOnce() {
    List<String> named = List.of("x -> -x", "u->-u", "x -> -x, u -> -u");
    Grid line = Grid.periodic(Points.of(8), 1);
    Symmetries all = new Symmetries(named, line.axes(), List.of("u"));
    assertThat(all.count()).isEqualTo(4);
    assertThat(all.negated()).containsExactly("u");
    assertThat(new Symmetries(named.subList(2, 3), line.axes(), List.of("u")).count()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"u", "u -> u", "u -> -v", "u -> -u, u -> -u", "", "x, u -> -u"})
  void textsThatAreNoSymmetries_areRefused(String text) {
    FieldShape shape = Built.LINE.with(Inputs.NONE.symmetric(text));
    assertThatThrownBy(() -> Built.build(Built.fno(1), shape))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("x -> -x, u -> -u");
  }

  @Test
  void unknownNames_driftAndContext_areRefused() {
    FieldShape unknown = Built.LINE.with(Inputs.NONE.symmetric("y -> -y"));
    assertThatThrownBy(() -> Built.build(Built.fno(1), unknown))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("one of x, ")
        .hasMessageContaining("'y'");
    FieldShape ambiguous =
        new FieldShape(
            Built.LINE.grid(), Channel.named(List.of("x")), Inputs.NONE.symmetric("x -> -x"));
    assertThatThrownBy(() -> Built.build(Built.fno(1), ambiguous))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("different names");
    Inputs moving = Inputs.ofParameters("c").drifting().symmetric("x -> -x");
    assertThatThrownBy(() -> Built.build(Built.fno(1), Built.LINE.with(moving)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("model.drift");
    ContextSpec channels = ContextSpec.defaults().to(ContextSpec.Use.CHANNELS);
    Inputs remembering = Inputs.ofContext(channels).symmetric("x -> -x");
    assertThatThrownBy(() -> Built.build(Built.fno(1), Built.LINE.with(remembering)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("model.context");
  }
}
