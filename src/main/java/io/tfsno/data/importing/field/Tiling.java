package io.tfsno.data.importing.field;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Cuts fields into boxes that are read, checked and written one at a time. A tile is long along the
 * file's fastest axes, so that reading goes in long runs, and then as long as memory allows along
 * the fastest axes of what is written. In the usual case, where both orders are the same, it is one
 * run of the file.
 */
public final class Tiling {
  private static final long MOST = 1 << 22;

  /** What is not transposed is best passed on while it is in the cache of a core. */
  private static final long MOST_IN_ORDER = 1 << 18;

  private static final long RUN = 1 << 14;

  private final long[] extent;
  private final long[] tile;
  private final List<Role> order;

  /** One box. */
  public record Tile(long[] start, int[] count) {}

  /**
   * @param extent of what is written
   * @param whole axes that must not be cut
   * @param shrink how many times more is read than written
   */
  public Tiling(long[] extent, Fields source, List<Role> whole, int shrink) {
    this.extent = extent.clone();
    this.order = source.order();
    this.tile = new long[extent.length];
    long[] grain = source.grain();
    for (Role role : Role.values()) {
      int i = role.place();
      tile[i] = whole.contains(role) ? extent[i] : Math.min(Math.max(1, grain[i]), extent[i]);
    }
    List<Role> fastest = new ArrayList<>(order);
    Collections.reverse(fastest);
    grow(fastest, Math.max(1, RUN));
    List<Role> wanted = new ArrayList<>(List.of(Role.values()));
    Collections.reverse(wanted);
    grow(wanted, Math.max(1, (inOrder() ? MOST_IN_ORDER : MOST) / shrink));
  }

  private boolean inOrder() {
    List<Role> longer = order.stream().filter(role -> extent[role.place()] > 1).toList();
    return longer.stream().sorted().toList().equals(longer);
  }

  private void grow(List<Role> axes, long most) {
    for (Role role : axes) {
      int i = role.place();
      long others = size() / tile[i];
      long fits = Math.min(extent[i], most / others / tile[i] * tile[i]);
      tile[i] = Math.max(tile[i], fits);
      if (tile[i] < extent[i]) {
        return;
      }
    }
  }

  private long size() {
    long size = 1;
    for (long n : tile) {
      size = Math.multiplyExact(size, n);
    }
    return size;
  }

  /** All of them, in the order in which the file is read. */
  public List<Tile> tiles() {
    List<Tile> tiles = new ArrayList<>();
    add(0, new long[extent.length], tiles);
    return tiles;
  }

  private void add(int depth, long[] start, List<Tile> to) {
    if (depth == order.size()) {
      int[] count = new int[extent.length];
      for (int i = 0; i < count.length; i++) {
        count[i] = Math.toIntExact(Math.min(tile[i], extent[i] - start[i]));
      }
      to.add(new Tile(start.clone(), count));
      return;
    }
    int axis = order.get(depth).place();
    for (start[axis] = 0; start[axis] < extent[axis]; start[axis] += tile[axis]) {
      add(depth + 1, start, to);
    }
    start[axis] = 0;
  }
}
