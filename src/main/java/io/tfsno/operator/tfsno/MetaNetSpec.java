package io.tfsno.operator.tfsno;

import io.tfsno.nn.Activation;
import io.tfsno.operator.Sizes;
import java.util.List;

/**
 * The small network from statistics to gates.
 *
 * @param hidden widths of the hidden layers, at least one
 * @param activation between the layers; IDENTITY makes the whole map linear
 */
public record MetaNetSpec(List<Integer> hidden, Activation activation) {
  public static final MetaNetSpec DEFAULT = new MetaNetSpec(List.of(32), Activation.RELU);

  public MetaNetSpec {
    hidden = List.copyOf(Sizes.requirePresent("hidden", hidden));
    Sizes.requirePresent("activation", activation);
    Sizes.requirePositive("number of hidden layers", hidden.size());
    hidden.forEach(width -> Sizes.requirePositive("hidden width", width));
  }
}
