package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.fused.TapMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What all maps of a network share: their weights in the order of the kernels' products, which one
 * kernel puts there for a whole pass, and the sum of what was found for their gradients.
 */
final class TapWeights {
  private static final int THREADS = 256;

  /** Blocks that order the weights of a map. */
  private static final int BLOCKS = 16;

  private final Parameters parameters;
  private final Constants constants;
  private final Kernels kernels;
  private final List<long[]> orders = new ArrayList<>();
  private long room;

  TapWeights(Parameters parameters, Constants constants) {
    this.parameters = parameters;
    this.constants = constants;
    kernels =
        CudaSource.kernels(
            parameters.execution().path(),
            TapWeights.class,
            "tapweights",
            Map.of("THREADS", THREADS));
  }

  /** How many weights were asked for. */
  int count() {
    return orders.size();
  }

  /** Asks for the weights of a map; gives their place in what {@link #ordered} gives. */
  long forward(TapMap map) {
    long row = (long) map.in() * map.taps();
    return add(map.weight().offset(), map.out(), map.in(), map.taps(), row, map.taps(), 1);
  }

  /**
   * The same transposed: neighbours on the left are then on the right, and the points of a block
   * are channels.
   */
  long backward(TapMap map) {
    long row = (long) map.in() * map.taps();
    long start = map.weight().offset();
    return map.stride() == 1
        ? add(start + map.taps() - 1, map.in(), map.out(), map.taps(), map.taps(), row, -1)
        : add(start, Math.toIntExact(row), map.out(), 1, 1, row, 0);
  }

  private long add(
      long start, int rows, int ins, int taps, long apart, long insApart, long tapsApart) {
    long place = room;
    orders.add(new long[] {start, place, rows, ins, taps, apart, insApart, tapsApart});
    room += (long) Tiles.roundUp(rows, 16) * Tiles.roundUp(ins, 8) * taps;
    return place;
  }

  /**
   * Orders the weights.
   *
   * @param count how many of those that were asked for, from the first on
   */
  Tensor ordered(int count) {
    Tensor flat = parameters.flat();
    Tensor maps =
        constants.tensor(
            "orders of weights",
            DType.INT64,
            flat.device(),
            () ->
                Tensor.of(
                    orders.stream().flatMapToLong(Arrays::stream).toArray(), 8L * orders.size()));
    Tensor ordered = Tensor.empty(DType.FLOAT32, flat.device(), room);
    kernels
        .kernel("orderWeights", 0)
        .launchBox(
            BLOCKS,
            count,
            1,
            THREADS,
            new Arguments()
                .pointer("flat", flat)
                .pointer("maps", maps)
                .pointer("ordered", ordered));
    return ordered;
  }

  /**
   * Adds parts to the flat gradient.
   *
   * @param partial {@code [part, number]}
   * @param start index of the first number in the flat gradient
   */
  void add(Tensor partial, long start) {
    long count = partial.size(1);
    int blocks = Math.toIntExact(Tiles.count(count, THREADS));
    kernels
        .kernel("addParts", 0)
        .launch(
            blocks,
            THREADS,
            new Arguments()
                .pointer("partial", partial)
                .pointer("total", parameters.flatGradient().narrow(0, start, count))
                .number("parts", Math.toIntExact(partial.size(0)))
                .number("count", count));
  }
}
