package io.tfsno.data.foreign;

import io.tfsno.data.hdf5.Slab;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * How the CF conventions pack numbers: {@code value = stored * scale_factor + add_offset}, with
 * {@code _FillValue} and {@code missing_value} for what is not there, which becomes NaN.
 */
record Packing(double scale, double offset, double[] missing) {
  static Packing of(Map<String, Object> attributes) {
    return new Packing(
        number(attributes.get("scale_factor"), 1),
        number(attributes.get("add_offset"), 0),
        Stream.of("_FillValue", "missing_value")
            .map(attributes::get)
            .flatMap(value -> value instanceof List<?> list ? list.stream() : Stream.of(value))
            .filter(Number.class::isInstance)
            .mapToDouble(value -> ((Number) value).doubleValue())
            .toArray());
  }

  private static double number(Object value, double otherwise) {
    return value instanceof Number number ? number.doubleValue() : otherwise;
  }

  Slab undone(Slab stored) {
    boolean nothing = scale == 1 && offset == 0 && missing.length == 0;
    return nothing ? stored : new Unpacked(stored);
  }

  private float unpacked(float stored) {
    for (double gap : missing) {
      if (stored == (float) gap) {
        return Float.NaN;
      }
    }
    return (float) (stored * scale + offset);
  }

  private final class Unpacked implements Slab {
    private final Slab stored;

    Unpacked(Slab stored) {
      this.stored = stored;
    }

    @Override
    public long[] shape() {
      return stored.shape();
    }

    @Override
    public void read(long[] start, int[] count, float[] to, int at) {
      stored.read(start, count, to, at);
      int size = Arrays.stream(count).reduce(1, Math::multiplyExact);
      for (int i = at; i < at + size; i++) {
        to[i] = unpacked(to[i]);
      }
    }

    @Override
    public double[] readAll() {
      return DoubleStream.of(stored.readAll())
          .map(v -> Arrays.stream(missing).anyMatch(m -> m == v) ? Double.NaN : v * scale + offset)
          .toArray();
    }
  }
}
