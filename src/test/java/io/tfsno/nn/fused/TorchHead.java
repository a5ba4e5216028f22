package io.tfsno.nn.fused;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Linear;

/** Two maps in plain operations. */
record TorchHead(Linear first, Linear second) implements Head {
  @Override
  public Tensor forward(Tensor v) {
    return second.apply(Activations.gelu(first.apply(v)));
  }

  @Override
  public Tensor backward(Tensor gradient, Tensor v, SideStream side) {
    Tensor h = first.apply(v);
    TorchLayer.addGradient(second, gradient, Activations.gelu(h));
    Tensor ofHidden = TorchLayer.throughGelu(TorchLayer.transposed(second, gradient), h);
    TorchLayer.addGradient(first, ofHidden, v);
    return TorchLayer.transposed(first, ofHidden);
  }
}
