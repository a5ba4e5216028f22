package io.tfsno.data.importing.field;

import io.tfsno.data.file.FileRun;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fields that stand in one array, or in several with some channels each. */
public final class ArrayFields implements Fields {
  private final List<Piece> pieces;
  private final List<Channel> channels;
  private final ThreadLocal<float[]> scratch = ThreadLocal.withInitial(() -> new float[0]);

  /**
   * @param pieces of equal extent but for the channels; one for all trajectories may stand among
   *     others with one for each
   */
  public ArrayFields(List<Piece> pieces, List<Channel> channels) {
    this.pieces = List.copyOf(pieces);
    this.channels = List.copyOf(channels);
  }

  @Override
  public long[] extent() {
    long[] extent = new long[Role.COUNT];
    for (Role role : Role.values()) {
      extent[role.place()] = pieces.stream().mapToLong(p -> p.extent(role)).max().orElse(1);
    }
    extent[Role.C.place()] = channels.size();
    return extent;
  }

  @Override
  public List<Channel> channels() {
    return channels;
  }

  @Override
  public List<Role> order() {
    List<Role> order = new ArrayList<>();
    pieces.get(0).roles().stream().filter(role -> role != null).forEach(order::add);
    for (Role role : Role.values()) { // those that are not there have one element and no place
      if (!order.contains(role)) {
        order.add(role);
      }
    }
    return order;
  }

  @Override
  public long[] grain() {
    long[] grain = new long[Role.COUNT];
    for (Role role : Role.values()) {
      grain[role.place()] = pieces.stream().mapToLong(p -> p.grain(role)).max().orElse(1);
    }
    return grain;
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    int c = Role.C.place();
    for (Piece piece : pieces) {
      long low = Math.max(start[c], piece.firstChannel());
      long high = Math.min(start[c] + count[c], piece.firstChannel() + piece.channels());
      if (low >= high) {
        continue;
      }
      long[] first = start.clone();
      int[] box = count.clone();
      first[c] = low - piece.firstChannel();
      box[c] = (int) (high - low);
      boolean shared = piece.extent(Role.N) == 1;
      int n = Role.N.place();
      first[n] = shared ? 0 : first[n];
      box[n] = shared ? 1 : box[n];
      int[] strides = strides(count);
      int times = shared ? count[n] : 1;
      for (int i = 0; i < times; i++) {
        int place = at + i * strides[n];
        if (piece.inOrder() && box[c] == count[c]) {
          piece.read(first, box, to, place);
        } else {
          transposed(piece, first, box, to, place + (int) (low - start[c]), strides);
        }
      }
    }
  }

  @Override
  public Optional<FileRun> run(long[] start, int[] count) {
    Piece only = pieces.get(0);
    boolean alike =
        pieces.size() == 1
            && only.inOrder()
            && (only.extent(Role.N) > 1 || count[Role.N.place()] == 1);
    return alike ? only.run(start, count) : Optional.empty();
  }

  private void transposed(Piece piece, long[] first, int[] box, float[] to, int at, int[] strides) {
    int size = 1;
    for (int n : box) {
      size = Math.multiplyExact(size, n);
    }
    if (scratch.get().length < size) {
      scratch.set(new float[size]);
    }
    int[] extent = piece.read(first, box, scratch.get(), 0);
    int[] toStride = new int[extent.length];
    for (int axis = 0; axis < extent.length; axis++) {
      Role role = piece.roles().get(axis);
      toStride[axis] = role == null ? 0 : strides[role.place()];
    }
    Transposition.copy(scratch.get(), extent, toStride, to, at);
  }

  private static int[] strides(int[] count) {
    int[] strides = new int[count.length];
    int step = 1;
    for (int i = count.length - 1; i >= 0; i--) {
      strides[i] = step;
      step = Math.multiplyExact(step, count[i]);
    }
    return strides;
  }
}
