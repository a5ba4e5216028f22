package io.tfsno.operator.tfsno;

import io.tfsno.base.Names;
import io.tfsno.nn.Activation;
import io.tfsno.operator.tfsno.GateSpec.Controller;
import io.tfsno.operator.tfsno.GateSpec.Kind;
import io.tfsno.operator.tfsno.statistic.Statistic.Domain;
import io.tfsno.operator.tfsno.statistic.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Variants of TF-SNO by name, each as one change to a full model: the paper's and the local. */
public final class Ablations {
  /**
   * A variant by name.
   *
   * @param sentence what is different
   */
  public record Ablation(String name, String sentence, Change change) {
    public TfSnoSpec of(TfSnoSpec full, int dimension) {
      return change.apply(full, dimension);
    }
  }

  /** What a variant does to a full model. */
  @FunctionalInterface
  public interface Change {
    TfSnoSpec apply(TfSnoSpec full, int dimension);
  }

  private static final List<Ablation> PAPER = list();
  private static final List<Ablation> LOCAL = listOfLocal();

  private Ablations() {}

  /** Those of the paper's ablation. */
  public static List<Ablation> ofPaper() {
    return PAPER;
  }

  /**
   * Those with local terms. With {@code no-gate} and the full model they are {no gate, the paper's,
   * the local one, both} times {no stencil, stencil}, and products with each.
   */
  public static List<Ablation> ofLocal() {
    return LOCAL;
  }

  /** The variant of a name; a {@link io.tfsno.base.UserError} suggests the nearest one. */
  public static Ablation of(String name) {
    List<Ablation> all = Stream.concat(PAPER.stream(), LOCAL.stream()).toList();
    return all.stream()
        .filter(a -> a.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> Names.unknown("ablation", name, all.stream().map(Ablation::name).toList()));
  }

  private static List<Ablation> list() {
    List<Ablation> all = new ArrayList<>();
    all.add(gate("no-gate", "static blocks, delta = 0", g -> g.withKind(Kind.NONE)));
    all.add(gate("scalar-gate", "one gate value per block", g -> g.withKind(Kind.SCALAR)));
    all.add(gate("band-gate", "one gate per radial band", g -> g.withKind(Kind.BAND)));
    all.add(
        new Ablation(
            "no-multiscale",
            "five blocks on the finest grid",
            (full, dimension) -> {
              TfSnoSpec flat = TfSnoSpec.withoutMultiscale(dimension);
              return new TfSnoSpec(
                  flat.widths(),
                  flat.modes(),
                  false,
                  full.gate(),
                  full.contraction(),
                  full.init(),
                  full.coords(),
                  full.predictDelta(),
                  full.padding(),
                  full.local(),
                  full.depth());
            }));
    all.add(features("no-time", "without the four of values", Statistics.ofPaper(Domain.SPECTRUM)));
    all.add(
        features(
            "no-frequency", "without the four of the spectrum", Statistics.ofPaper(Domain.VALUES)));
    all.add(features("energy-only", "log energy alone", List.of("LOG_ENERGY")));
    for (String left : Statistics.ofPaper()) {
      String name = left.toLowerCase(Locale.ROOT).replace('_', '-');
      all.add(features("no-" + name, "without " + name, Statistics.ofPaperBut(left)));
    }
    all.add(gate("16d", "directions too", g -> g.withController(Controller.DIRECTIONAL)));
    all.add(gate("32d", "a learned encoder", g -> g.withController(Controller.LEARNED)));
    all.add(metaNet("metanet-linear-16", List.of(16), Activation.IDENTITY));
    all.add(metaNet("metanet-3-layers-64", List.of(64, 64), Activation.RELU));
    all.add(metaNet("metanet-gelu", List.of(32), Activation.GELU));
    all.add(metaNet("metanet-silu", List.of(32), Activation.SILU));
    all.add(gate("alpha-0.1", "initial gain 0.1", g -> g.withAlpha(0.1)));
    all.add(gate("alpha-0.5", "initial gain 0.5", g -> g.withAlpha(0.5)));
    return List.copyOf(all);
  }

  private static List<Ablation> listOfLocal() {
    LocalSpec gate = LocalSpec.NONE.withGate(true);
    LocalSpec stencil = LocalSpec.NONE.withStencil(true);
    LocalSpec product = LocalSpec.NONE.withProduct(true);
    return List.of(
        local("local-gate", "the local gate alone", false, gate),
        local("both-gates", "the local gate, too", true, gate),
        local("stencil-no-gate", "stencils, static blocks", false, stencil),
        local("stencil", "stencils", true, stencil),
        local(
            "stencil-local-gate", "stencils, the local gate alone", false, gate.withStencil(true)),
        local(
            "stencil-both-gates", "stencils and the local gate, too", true, gate.withStencil(true)),
        local(
            "stencil-residual-no-gate",
            "stencils, static residual blocks",
            false,
            stencil.withResidual(true)),
        local(
            "stencil-residual-local-gate",
            "stencils, residual blocks, the local gate alone",
            false,
            gate.withStencil(true).withResidual(true)),
        local(
            "stencil-residual-both-gates",
            "stencils, residual blocks, and the local gate, too",
            true,
            gate.withStencil(true).withResidual(true)),
        local("product-no-gate", "products of fields, static blocks", false, product),
        local("product", "products of fields", true, product),
        local("stencil-product-no-gate", "both, static blocks", false, product.withStencil(true)),
        local(
            "stencil-product", "stencils and products of fields", true, product.withStencil(true)));
  }

  private static Ablation local(String name, String sentence, boolean papersGate, LocalSpec local) {
    return new Ablation(
        name,
        sentence,
        (full, dimension) -> {
          TfSnoSpec spec = full.withLocal(local);
          return papersGate ? spec : spec.withGate(spec.gate().withKind(Kind.NONE));
        });
  }

  private static Ablation gate(String name, String sentence, UnaryOperator<GateSpec> change) {
    return new Ablation(
        name, sentence, (full, dimension) -> full.withGate(change.apply(full.gate())));
  }

  private static Ablation features(String name, String sentence, List<String> chosen) {
    return gate(name, sentence, g -> g.withFeatures(chosen));
  }

  private static Ablation metaNet(String name, List<Integer> hidden, Activation activation) {
    MetaNetSpec spec = new MetaNetSpec(hidden, activation);
    return gate(name, "gating network " + spec, g -> g.withMetaNet(spec));
  }
}
