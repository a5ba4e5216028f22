package io.tfsno.data.importing;

import io.tfsno.data.file.Boxes;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Slab;

/** Numbers that were saved in one row, seen as an array. */
record FlatSlab(Slab row, long[] shape) implements Slab {
  @Override
  public long[] shape() {
    return shape.clone();
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    long[] box = Shapes.longs(count);
    Boxes.forEachRun(
        box,
        shape,
        start,
        box,
        new long[box.length],
        (from, into, length) ->
            row.read(new long[] {from}, new int[] {length}, to, Math.toIntExact(at + into)));
  }

  @Override
  public double[] readAll() {
    return row.readAll();
  }
}
