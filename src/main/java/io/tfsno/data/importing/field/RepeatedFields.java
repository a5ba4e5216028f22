package io.tfsno.data.importing.field;

import io.tfsno.spectral.Channel;
import java.util.List;

/** The fields of one trajectory, the same for all of a number of them. */
public record RepeatedFields(Fields one, long trajectories) implements Fields {
  @Override
  public long[] extent() {
    long[] extent = one.extent();
    extent[0] = trajectories;
    return extent;
  }

  @Override
  public List<Channel> channels() {
    return one.channels();
  }

  @Override
  public List<Role> order() {
    return one.order();
  }

  @Override
  public long[] grain() {
    return one.grain();
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    long[] first = start.clone();
    int[] single = count.clone();
    first[0] = 0;
    single[0] = 1;
    one.read(first, single, to, at);
    int size = 1;
    for (int n : single) {
      size *= n;
    }
    for (int i = 1; i < count[0]; i++) {
      System.arraycopy(to, at, to, at + i * size, size);
    }
  }
}
