package io.tfsno.data.importing.field;

import io.tfsno.spectral.Channel;
import java.util.List;

/** The trajectories of several sources, one after the other. */
public record JoinedFields(List<Fields> parts) implements Fields {
  public JoinedFields {
    parts = List.copyOf(parts);
  }

  /** One source stays what it is. */
  public static Fields of(List<Fields> parts) {
    return parts.size() == 1 ? parts.get(0) : new JoinedFields(parts);
  }

  @Override
  public long[] extent() {
    long[] extent = parts.get(0).extent();
    extent[0] = parts.stream().mapToLong(part -> part.extent()[0]).sum();
    return extent;
  }

  @Override
  public List<Channel> channels() {
    return parts.get(0).channels();
  }

  /** The file is what changes most slowly, and each has its own trajectories. */
  @Override
  public List<Role> order() {
    return parts.get(0).order();
  }

  @Override
  public long[] grain() {
    return parts.get(0).grain();
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    int each = 1;
    for (int axis = 1; axis < count.length; axis++) {
      each *= count[axis];
    }
    long before = 0;
    for (Fields part : parts) {
      long own = part.extent()[0];
      long low = Math.max(start[0], before);
      long high = Math.min(start[0] + count[0], before + own);
      if (low < high) {
        long[] first = start.clone();
        int[] box = count.clone();
        first[0] = low - before;
        box[0] = (int) (high - low);
        part.read(first, box, to, at + (int) (low - start[0]) * each);
      }
      before += own;
    }
  }
}
