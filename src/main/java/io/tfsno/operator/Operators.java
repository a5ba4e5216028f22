package io.tfsno.operator;

import io.tfsno.base.Names;
import java.util.List;
import java.util.function.IntFunction;

/** All models, one line each. */
public final class Operators {
  /**
   * A model that can be asked for by name.
   *
   * @param sentence what it is, for lists
   * @param source where its definition was published
   * @param traits how it treats grids and positions
   * @param type its spec, as a configuration file holds it
   * @param defaults the sizes used in the comparisons, by dimension
   */
  public record Model(
      String name,
      String sentence,
      String source,
      Traits traits,
      Class<? extends OperatorSpec> type,
      IntFunction<OperatorSpec> defaults) {}

  private static final List<Model> ALL =
      List.of(
          new Model(
              "tfsno",
              "Spectral blocks in a U over scales, gated by statistics of the state (the paper)",
              "TF-SNO, KDD 2026, arXiv 2606.21189",
              new Traits(Traits.Grids.ANY, 4),
              TfSnoSpec.class,
              TfSnoSpec::defaults),
          new Model(
              "fno",
              "Fourier neural operator: the same spectral weights for every state",
              "Li et al., Fourier Neural Operator, ICLR 2021, arXiv 2010.08895",
              new Traits(Traits.Grids.ANY, 1),
              FnoSpec.class,
              FnoSpec::defaults),
          new Model(
              "uno",
              "U-shaped neural operator: spectral blocks that halve and double the grid",
              "Rahman et al., U-NO, TMLR 2023, arXiv 2204.11127",
              new Traits(Traits.Grids.ANY, 8),
              UnoSpec.class,
              UnoSpec::defaults),
          new Model(
              "deeponet",
              "Deep operator network: learnt functions of position, weighted by the whole state",
              "Lu et al., DeepONet, Nature Machine Intelligence 2021, arXiv 1910.03193",
              new Traits(Traits.Grids.OWN, 0),
              DeepONetSpec.class,
              DeepONetSpec::defaults),
          new Model(
              "pino",
              "Physics-informed FNO: trained with the equation's residual beside the data",
              "Li et al., Physics-Informed Neural Operator, 2021, arXiv 2111.03794; one step by Crank-Nicolson",
              new Traits(Traits.Grids.ANY, 1),
              PinoSpec.class,
              PinoSpec::defaults),
          new Model(
              "wno",
              "Wavelet neural operator: weights for the coarsest wavelet coefficients, by place",
              "Tripura and Chakraborty, Wavelet Neural Operator, 2022, arXiv 2205.02191",
              new Traits(Traits.Grids.DOUBLED, 0),
              WnoSpec.class,
              WnoSpec::defaults),
          new Model(
              "fino",
              "Finite-difference-inspired operator: Euler steps with learnt local stencils",
              "Cheng et al., PDE Solvers Should Be Local, 2025, arXiv 2509.26186; reconstructed",
              new Traits(Traits.Grids.OWN, 4),
              FinoSpec.class,
              FinoSpec::defaults));

  private Operators() {}

  public static List<Model> all() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Model::name).toList();
  }

  /** The model of a name; a {@link io.tfsno.base.UserError} suggests the nearest one. */
  public static Model of(String name) {
    return ALL.stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(() -> Names.unknown("model", name, names()));
  }
}
