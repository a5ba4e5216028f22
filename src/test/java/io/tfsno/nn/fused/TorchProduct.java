package io.tfsno.nn.fused;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.SpectralConv;
import io.tfsno.spectral.LineMatrices;
import io.tfsno.spectral.Modes;

/** Products of modes in real arithmetic, part by part. */
final class TorchProduct implements ModeProduct {
  private final SpectralConv spectral;
  private final Modes modes;
  private final Tensor cos;
  private final Tensor sin;

  TorchProduct(LineGrid grid, SpectralConv spectral) {
    this.spectral = spectral;
    modes = grid.modes();
    Tensor waves =
        modes.dimension() == 1 ? null : LineMatrices.waves(modes, grid.points()).to(DType.FLOAT32);
    cos = waves == null ? null : waves.select(0, 0);
    sin = waves == null ? null : waves.select(0, 1);
  }

  @Override
  public Tensor toModes(Tensor lines) {
    if (modes.dimension() == 1) {
      Tensor pairs = lines.view(lines.size(0), lines.size(1), -1, 2);
      return pairs.permute(2, 0, 1, 3).contiguous();
    }
    // [channel, sample, k2, x], then [channel, sample, k2, k1]
    Tensor re = pairs(lines).select(4, 0).permute(0, 1, 3, 2);
    Tensor im = pairs(lines).select(4, 1).permute(0, 1, 3, 2);
    Tensor c = cos.permute(1, 0);
    Tensor s = sin.permute(1, 0);
    Tensor ofRe = re.matmul(c).add(im.matmul(s));
    Tensor ofIm = im.matmul(c).sub(re.matmul(s));
    return Tensor.stack(4, ofRe, ofIm)
        .permute(2, 3, 0, 1, 4)
        .reshape(modes.count(), lines.size(0), lines.size(1), 2);
  }

  private static Tensor pairs(Tensor lines) {
    return lines.view(lines.size(0), lines.size(1), lines.size(2), -1, 2);
  }

  @Override
  public Tensor toLines(Tensor x) {
    if (modes.dimension() == 1) {
      return x.permute(1, 2, 0, 3).reshape(x.size(1), x.size(2), -1);
    }
    // [channel, sample, k2, k1], then [channel, sample, k2, x]
    long columns = modes.last().count();
    Tensor split =
        x.view(columns, modes.axis(0).count(), x.size(1), x.size(2), 2).permute(2, 3, 0, 1, 4);
    Tensor re = split.select(4, 0);
    Tensor im = split.select(4, 1);
    Tensor ofRe = re.matmul(cos).sub(im.matmul(sin));
    Tensor ofIm = im.matmul(cos).add(re.matmul(sin));
    return Tensor.stack(4, ofRe, ofIm)
        .permute(0, 1, 3, 2, 4)
        .reshape(x.size(1), x.size(2), -1, 2 * columns);
  }

  private Tensor part(Tensor weights, int which) {
    long out = weights.size(-3);
    long in = weights.size(-1);
    return weights.view(modes.count(), out, 2, in).select(2, which);
  }

  private static Tensor complex(Tensor re, Tensor im) {
    return Tensor.stack(3, re, im);
  }

  private static Tensor re(Tensor x) {
    return x.select(3, 0);
  }

  private static Tensor im(Tensor x) {
    return x.select(3, 1);
  }

  private static Tensor transposed(Tensor x) {
    return x.permute(0, 2, 1);
  }

  @Override
  public Tensor mix(Tensor x) {
    Tensor r = part(spectral.weight(), 0);
    Tensor i = part(spectral.weight(), 1);
    return complex(r.matmul(re(x)).sub(i.matmul(im(x))), r.matmul(im(x)).add(i.matmul(re(x))));
  }

  @Override
  public Tensor mixBack(Tensor gradient) {
    Tensor r = transposed(part(spectral.weight(), 0));
    Tensor i = transposed(part(spectral.weight(), 1));
    return complex(
        r.matmul(re(gradient)).add(i.matmul(im(gradient))),
        r.matmul(im(gradient)).sub(i.matmul(re(gradient))));
  }

  @Override
  public void addWeightGradient(Tensor gradient, Tensor x, SideStream beside) {
    Tensor sum = spectral.gradient();
    Tensor r = transposed(re(x));
    Tensor i = transposed(im(x));
    part(sum, 0).addInPlace(re(gradient).matmul(r).add(im(gradient).matmul(i)));
    part(sum, 1).addInPlace(im(gradient).matmul(r).sub(re(gradient).matmul(i)));
  }
}
