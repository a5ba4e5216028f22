package io.tfsno.nn.fused;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.SpectralConv;
import io.tfsno.spectral.LineMatrices;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Products of modes in real arithmetic, part by part. */
final class TorchProduct implements ModeProduct {
  private final SpectralConv spectral;
  private final Modes modes;
  private final Points points;

  TorchProduct(LineGrid grid, SpectralConv spectral) {
    this.spectral = spectral;
    modes = grid.modes();
    points = grid.points();
  }

  @Override
  public Tensor toModes(Tensor lines) {
    // [channel, sample, x(, y), k, re/im], of which one axis after the other goes behind it
    Tensor x = lines.view(pairs(lines));
    for (int axis = modes.dimension() - 2; axis >= 0; axis--) {
      x = transformed(x, 2 + axis, axis, true);
    }
    int axes = modes.dimension();
    long[] order = new long[axes + 3];
    for (int i = 0; i < axes; i++) {
      order[i] = axes + 1L - i;
    }
    order[axes] = 0;
    order[axes + 1] = 1;
    order[axes + 2] = axes + 2L;
    return x.permute(order).reshape(modes.count(), lines.size(0), lines.size(1), 2);
  }

  @Override
  public Tensor toLines(Tensor ofModes) {
    int axes = modes.dimension();
    long[] shape = new long[axes + 3];
    long[] order = new long[axes + 3];
    order[0] = axes;
    order[1] = axes + 1L;
    for (int i = 0; i < axes; i++) {
      shape[i] = modes.axis(axes - 1 - i).count();
      order[2 + i] = axes - 1L - i;
    }
    shape[axes] = ofModes.size(1);
    shape[axes + 1] = ofModes.size(2);
    shape[axes + 2] = 2;
    order[axes + 2] = axes + 2L;
    Tensor x = ofModes.view(shape).permute(order);
    for (int axis = 0; axis < axes - 1; axis++) {
      x = transformed(x, 2 + axis, axis, false);
    }
    long[] lines = points.shape(ofModes.size(1), ofModes.size(2));
    lines[lines.length - 1] = -1;
    return x.reshape(lines);
  }

  private static long[] pairs(Tensor lines) {
    long[] shape = Arrays.copyOf(lines.shape(), lines.rank() + 1);
    shape[lines.rank() - 1] /= 2;
    shape[lines.rank()] = 2;
    return shape;
  }

  /** Complex numbers times exp(-i k x), summed along an axis, or times exp(+i k x). */
  private Tensor transformed(Tensor x, int place, int axis, boolean down) {
    Tensor waves = LineMatrices.waves(modes.axis(axis), points.at(axis)).to(DType.FLOAT32);
    Tensor cos = down ? waves.select(0, 0).permute(1, 0) : waves.select(0, 0);
    Tensor sin = down ? waves.select(0, 1).permute(1, 0).neg() : waves.select(0, 1);
    int last = x.rank() - 1;
    long[] swapped = LongStream.range(0, last).toArray();
    swapped[place] = last - 1L;
    swapped[last - 1] = place;
    Tensor re = x.select(last, 0).permute(swapped);
    Tensor im = x.select(last, 1).permute(swapped);
    Tensor ofRe = re.matmul(cos).sub(im.matmul(sin)).permute(swapped);
    Tensor ofIm = im.matmul(cos).add(re.matmul(sin)).permute(swapped);
    return Tensor.stack(last, ofRe, ofIm);
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
  public void addWeightGradient(Tensor gradient, Tensor x, SideStream side) {
    Tensor sum = spectral.gradient();
    Tensor r = transposed(re(x));
    Tensor i = transposed(im(x));
    part(sum, 0).addInPlace(re(gradient).matmul(r).add(im(gradient).matmul(i)));
    part(sum, 1).addInPlace(im(gradient).matmul(r).sub(re(gradient).matmul(i)));
  }
}
