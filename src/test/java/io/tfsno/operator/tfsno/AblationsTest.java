package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.distance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Built;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.SpectralInit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AblationsTest {
  private static long count(String ablation, int dimension) {
    FieldShape shape = dimension == 1 ? new FieldShape(1, 256, 1, 1) : new FieldShape(2, 64, 1, 1);
    TfSnoSpec full = TfSnoSpec.defaults(dimension);
    TfSnoSpec spec = ablation.equals("full") ? full : Ablations.of(ablation).of(full, dimension);
    return spec.parameterCount(shape);
  }

  @ParameterizedTest
  @CsvSource({
    "full, 645110, 1895016",
    "no-gate, 483153, 1164931",
    "scalar-gate, 484763, 1166541",
    "no-multiscale, 560486, 2108166",
    "no-time, 644470, 1894376",
    "no-frequency, 644470, 1894376",
    "no-crest, 644950, 1894856",
    "energy-only, 643990, 1893896",
    "16d, 646390, 1896296",
    "32d, 680070, 1983416",
    "metanet-linear-16, 566566, 1541016",
    "metanet-3-layers-64, 822998, 2623816",
    "metanet-gelu, 645110, 1895016",
    "alpha-0.1, 645110, 1895016",
    "local-gate, 494129, 1169271",
    "both-gates, 656086, 1899356",
    "stencil-no-gate, 504657, 1181731",
    "stencil-both-gates, 677590, 1916156",
    "product-no-gate, 719185, 1745131"
  })
  void parameterCounts_areThoseOfTheSpecification(String name, long onLine, long onPlane) {
    assertThat(count(name, 1)).isEqualTo(onLine);
    assertThat(count(name, 2)).isEqualTo(onPlane);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyVariant_trainsAndDiffersFromTheFullModel(int dimension) {
    try (Scope scope = new Scope();
        TfSno full = Built.build(Built.tfSno(), dimension)) {
      Tensor u = Built.states(dimension, 4);
      Tensor target = u.roll(1, 2);
      Built.descend(full, u, target, 0.05);
      Built.descend(full, u, target, 0.05);
      Tensor reference = full.forward(u);
      for (Ablations.Ablation ablation : everyOne()) {
        TfSnoSpec spec = ablation.of(Built.tfSno(), dimension);
        if (ablation.name().equals("no-multiscale")) {
          spec = small(spec);
        }
        try (TfSno variant = Built.build(spec, dimension)) {
          double first = Built.descend(variant, u, target, 0.05);
          double second = Built.descend(variant, u, target, 0.05);
          assertThat(second).as(ablation.name()).isFinite().isLessThan(first);
          assertThat(variant.parameters().flatGradient().allFinite()).isTrue();
          assertThat(distance(variant.forward(u), reference)).as(ablation.name()).isPositive();
        }
      }
    }
  }

  private static List<Ablations.Ablation> everyOne() {
    List<Ablations.Ablation> all = new ArrayList<>(Ablations.ofPaper());
    all.addAll(Ablations.ofLocal());
    return all;
  }

  @Test
  void names_areDifferent_andThePapersHaveNothingLocal() {
    assertThat(everyOne()).extracting(Ablations.Ablation::name).doesNotHaveDuplicates();
    TfSnoSpec full = TfSnoSpec.defaults(1);
    assertThat(Ablations.ofPaper()).hasSize(23).allMatch(a -> a.of(full, 1).local() == null);
    assertThat(Ablations.ofLocal()).allMatch(a -> a.of(full, 1).local() != null);
    assertThat(Ablations.of("no-multiscale").of(Ablations.of("stencil").of(full, 1), 1).local())
        .isEqualTo(LocalSpec.NONE.withStencil(true));
  }

  private static TfSnoSpec small(TfSnoSpec spec) {
    return new TfSnoSpec(
        List.of(6),
        List.of(6),
        false,
        spec.gate(),
        null,
        SpectralInit.NORMAL,
        spec.coords(),
        spec.predictDelta());
  }

  @Test
  void unknownName_suggestsTheNearest() {
    assertThatThrownBy(() -> Ablations.of("scalar_gates"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("did you mean 'scalar-gate'");
  }
}
