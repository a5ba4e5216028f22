package io.tfsno.data.importing;

import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.hdf5.Slab;
import java.util.Arrays;
import java.util.List;

/** An array whose last two axes, the rows and columns of a tensor, are seen as one. */
record TensorArray(Slab numbers, int columns) implements Slab {
  static ForeignArray flattened(ForeignArray array) {
    int last = array.shape().length - 1;
    int columns = (int) array.countable().shape()[last];
    long[] shape = joined(array.shape());
    long[] grain = joined(array.grain());
    grain[last - 1] = shape[last - 1];
    return new ForeignArray(
        array.name(),
        List.of(),
        shape,
        array.type(),
        array.typeName(),
        array.attributes(),
        grain,
        false,
        () -> new TensorArray(array.opening().get(), columns));
  }

  private static long[] joined(long[] shape) {
    long[] shorter = Arrays.copyOf(shape, shape.length - 1);
    shorter[shorter.length - 1] *= shape[shape.length - 1];
    return shorter;
  }

  @Override
  public long[] shape() {
    return joined(numbers.shape());
  }

  /** All components at once: the grain says so. */
  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    int last = count.length;
    long[] first = Arrays.copyOf(start, last + 1);
    int[] box = Arrays.copyOf(count, last + 1);
    box[last - 1] /= columns;
    box[last] = columns;
    numbers.read(first, box, to, at);
  }

  @Override
  public double[] readAll() {
    return numbers.readAll();
  }
}
