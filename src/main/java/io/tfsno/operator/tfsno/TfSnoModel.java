package io.tfsno.operator.tfsno;

import io.tfsno.operator.Operators;
import io.tfsno.operator.Traits;
import java.util.List;

/** The paper's own model. */
public final class TfSnoModel implements Operators.Provider {
  @Override
  public List<Operators.Model> models() {
    return List.of(
        new Operators.Model(
            "tfsno",
            "Spectral blocks in a U over scales, gated by statistics of the state (the paper)",
            "TF-SNO, KDD 2026, arXiv 2606.21189",
            new Traits(Traits.Grids.ANY, 4),
            TfSnoSpec.class,
            TfSnoSpec::defaults));
  }
}
