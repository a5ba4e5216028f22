package io.tfsno.operator.baseline;

import io.tfsno.operator.Operators;
import io.tfsno.operator.Traits;
import java.util.List;

/** The models that TF-SNO is compared with, one line each. */
public final class Baselines implements Operators.Provider {
  @Override
  public List<Operators.Model> models() {
    return List.of(
        new Operators.Model(
            "fno",
            "Fourier neural operator: the same spectral weights for every state",
            "Li et al., Fourier Neural Operator, ICLR 2021, arXiv 2010.08895",
            new Traits(Traits.Grids.ANY, 1),
            FnoSpec.class,
            FnoSpec::defaults),
        new Operators.Model(
            "uno",
            "U-shaped neural operator: spectral blocks that halve and double the grid",
            "Rahman et al., U-NO, TMLR 2023, arXiv 2204.11127",
            new Traits(Traits.Grids.ANY, 8),
            UnoSpec.class,
            UnoSpec::defaults),
        new Operators.Model(
            "deeponet",
            "Deep operator network: learnt functions of position, weighted by the whole state",
            "Lu et al., DeepONet, Nature Machine Intelligence 2021, arXiv 1910.03193",
            new Traits(Traits.Grids.OWN, 0),
            DeepONetSpec.class,
            DeepONetSpec::defaults),
        new Operators.Model(
            "pino",
            "Physics-informed FNO: trained with the equation's residual in addition to the data",
            "Li et al., Physics-Informed Neural Operator, 2021, arXiv 2111.03794; one step by Crank-Nicolson",
            new Traits(Traits.Grids.ANY, 1),
            PinoSpec.class,
            PinoSpec::defaults),
        new Operators.Model(
            "wno",
            "Wavelet neural operator: weights for the coarsest wavelet coefficients, by place",
            "Tripura and Chakraborty, Wavelet Neural Operator, 2022, arXiv 2205.02191",
            new Traits(Traits.Grids.DOUBLED, 0),
            WnoSpec.class,
            WnoSpec::defaults),
        new Operators.Model(
            "fino",
            "Finite-difference-inspired operator: Euler steps with learnt local stencils",
            "Cheng et al., PDE Solvers Should Be Local, 2025, arXiv 2509.26186; reconstructed",
            new Traits(Traits.Grids.OWN, 4),
            FinoSpec.class,
            FinoSpec::defaults),
        new Operators.Model(
            "unet",
            "U-Net: residual blocks of convolutions on halving grids, with skips",
            "Gupta and Brandstetter, PDEArena, TMLR 2023, arXiv 2209.15616; its modern U-Net",
            new Traits(Traits.Grids.OWN, 8),
            UnetSpec.class,
            UnetSpec::defaults));
  }
}
