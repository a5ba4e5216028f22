package io.tfsno.bench.perf;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.fused.Resize;
import io.tfsno.spectral.Points;

/** What Fourier interpolation moves and multiplies, along one axis after the other. */
record CountedResize(Costs costs, FourierResize plain, int from, int to) implements Resize {
  @Override
  public Tensor of(Tensor field) {
    return fresh(field, from, to);
  }

  @Override
  public void write(Tensor place, Tensor field) {
    add(field, place, from, to, 0);
  }

  @Override
  public Tensor back(Tensor gradient) {
    return fresh(gradient, to, from);
  }

  @Override
  public void addBack(Tensor sum, Tensor gradient) {
    add(gradient, sum, to, from, Costs.bytes(sum));
  }

  private Tensor fresh(Tensor field, long points, int wanted) {
    Points target = Points.cube(plain.axes(), wanted);
    Tensor result = ShapedArrays.of(field.type(), plain.shape(field, target));
    add(field, result, points, wanted, 0);
    return result;
  }

  private void add(Tensor field, Tensor result, long points, long wanted, long added) {
    long images = field.size(0) * field.size(1);
    long products =
        plain.axes() == 1 ? points * wanted : points * points * wanted + points * wanted * wanted;
    costs.add("resize", Costs.bytes(field) + added, Costs.bytes(result), 2 * images * products);
  }
}
