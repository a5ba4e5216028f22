package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.Linear;
import io.tfsno.nn.SpectralConv;
import io.tfsno.spectral.Points;

/**
 * Parts in libtorch's operations on the CPU, each with a backward pass written by hand. With them a
 * program shows that it keeps what it needs and sends each gradient where it belongs.
 */
public final class TorchParts implements Parts {
  @Override
  public Layer layer(LineGrid grid, Linear map, Local local, Joint... joints) {
    return new TorchLayer(grid, map, local, joints);
  }

  @Override
  public LinesBack linesBack(LineGrid grid, int channels) {
    TorchLines transform = new TorchLines(grid);
    return (gradient, sum) -> new Layer.Result(null, gradient, transform.ofGradient(gradient));
  }

  @Override
  public LinesBack slope(LineGrid grid, int channels, boolean gained) {
    TorchLines transform = new TorchLines(grid);
    return (gradient, sum) -> {
      if (gained) {
        return TorchLayer.throughGain(gradient, sum, transform);
      }
      Tensor ofSum = TorchLayer.throughGelu(gradient, sum);
      return new Layer.Result(null, ofSum, transform.ofGradient(ofSum));
    };
  }

  @Override
  public ModeProduct product(LineGrid grid, SpectralConv spectral) {
    return new TorchProduct(grid, spectral);
  }

  @Override
  public Resize resize(FourierResize plain, int from, int to) {
    return new Resize() {
      @Override
      public Tensor of(Tensor field) {
        return plain.to(field, Points.cube(plain.axes(), to));
      }

      @Override
      public void write(Tensor place, Tensor field) {
        place.copyInPlace(of(field));
      }

      @Override
      public Tensor back(Tensor gradient) {
        return plain.back(gradient, Points.cube(plain.axes(), from));
      }

      @Override
      public void addBack(Tensor sum, Tensor gradient) {
        sum.addInPlace(back(gradient));
      }
    };
  }

  @Override
  public Head head(Linear first, Linear second) {
    return new TorchHead(first, second);
  }
}
