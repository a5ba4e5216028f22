package io.tfsno.nn;

import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Linear layers with an activation between them, on features {@code [feature, sample]}. */
public final class Mlp {
  private final List<Linear> layers = new ArrayList<>();
  private final Activation activation;

  /**
   * @param widths features in, hidden ones, features out
   * @param last first values of the last layer
   */
  public Mlp(
      Parameters parameters,
      String name,
      List<Integer> widths,
      Activation activation,
      Initialiser last) {
    this.activation = activation;
    for (int i = 0; i + 1 < widths.size(); i++) {
      int in = widths.get(i);
      boolean isLast = i + 2 == widths.size();
      Initialiser initialiser = isLast ? last : Initialiser.linear(in);
      layers.add(new Linear(parameters, name + "." + i, in, widths.get(i + 1), initialiser));
    }
  }

  /** Layers that were made elsewhere, each with the width of the one before as its inputs. */
  public Mlp(List<Linear> layers, Activation activation) {
    this.activation = activation;
    this.layers.addAll(layers);
  }

  public Tensor apply(Tensor x) {
    Tensor first = layers.get(0).apply(x);
    return layers.size() == 1
        ? first
        : layers.get(layers.size() - 1).apply(throughMiddle(activation.apply(first)));
  }

  /** From the numbers of the first hidden layer to those of the last. */
  public Tensor throughMiddle(Tensor hidden) {
    Tensor h = hidden;
    for (Linear layer : layers.subList(1, layers.size() - 1)) {
      h = activation.apply(layer.apply(h));
    }
    return h;
  }

  public List<Linear> layers() {
    return List.copyOf(layers);
  }

  public Activation activation() {
    return activation;
  }
}
