package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.Constants;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.cuda.TapKernel.Sizes;
import io.tfsno.nn.cuda.TapKernel.To;
import io.tfsno.nn.fused.TapMap;
import io.tfsno.nn.fused.TapPass;
import io.tfsno.nn.fused.Taps;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps on periodic lines and planes in hand-written kernels. Their compilation begins when they are
 * made.
 */
public final class FusedTaps implements Taps {
  /** Neighbours on each side that kernels can see. */
  private static final int MOST_REACH = 4;

  /**
   * A map in one direction.
   *
   * @param kernel null for a gate and its step, which have one together
   * @param place of its weights in the order of the kernels
   */
  record Compiled(TapKernel kernel, long place) {}

  private final GpuPath path;
  private final long start;
  private final int count;
  private final TapWeights weights;
  private final Map<TapMap, Compiled> forward = new HashMap<>();
  private final Map<TapMap, Compiled> backward = new HashMap<>();
  private final Map<TapMap, GatedKernel> gated = new HashMap<>();
  private final Map<TapMap, TapOuter> outer = new HashMap<>();

  /**
   * @param maps of a network, in the order of their parameters, which follow on each other. A pass
   *     begins with the first
   */
  public FusedTaps(List<TapMap> maps, Parameters parameters, Constants constants) {
    path = parameters.execution().path();
    weights = new TapWeights(parameters, constants);
    TapMap first = maps.get(0);
    start = first.weight().offset();
    long end = start;
    for (TapMap map : maps) {
      if (map.weight().offset() != end) {
        throw new IllegalArgumentException(map.weight() + " does not follow on the map before it");
      }
      end = map.limit();
      // The first kernel of a pass starts while the weights are still being ordered.
      TapKernel kernel = kernel(map, forward(map, !map.equals(first)));
      forward.put(map, new Compiled(kernel, weights.forward(map)));
    }
    count = Math.toIntExact(end - start);
    for (TapMap map : maps) {
      backward.put(map, new Compiled(kernel(map, backward(map)), weights.backward(map)));
      outer.put(map, new TapOuter(map, path));
      if (map.end() == TapMap.End.GATE) {
        gated.put(map, new GatedKernel(map.in(), map.cells(), path));
      }
    }
  }

  private TapKernel kernel(TapMap map, Sizes sizes) {
    return isGated(map) ? null : new TapKernel(sizes, path);
  }

  private static boolean isGated(TapMap map) {
    return map.end() == TapMap.End.GATE || map.end() == TapMap.End.STEP;
  }

  /** Whether there are kernels for all maps. */
  public static boolean fit(List<TapMap> maps, GpuPath path) {
    int room = Kernels.sharedBytes();
    return path.fused()
        && path.fields() == DType.FLOAT32
        && maps.stream()
            .allMatch(
                map ->
                    map.points().dimension() <= 2
                        && TapGrid.of(map).fits()
                        && map.reach() <= MOST_REACH
                        && TapOuter.fits(map)
                        && map.stride() <= 2
                        && sharedBytes(map) <= room);
  }

  private static int sharedBytes(TapMap map) {
    return isGated(map)
        ? GatedKernel.sharedBytes(map.in())
        : Math.max(forward(map, true).sharedBytes(), backward(map).sharedBytes());
  }

  private static Sizes forward(TapMap map, boolean early) {
    boolean joined = map.end() == TapMap.End.JOIN;
    return new Sizes(
        map.in(), map.out(), map.side(), map.stride(), TapGrid.of(map), joined, early, To.PLAIN);
  }

  /** Blocks of points become one: backward, each of a block is a channel of its own. */
  private static Sizes backward(TapMap map) {
    TapGrid grid = TapGrid.of(map);
    if (map.stride() == 2) {
      return new Sizes(map.out(), map.block() * map.in(), 1, 1, grid, false, true, To.UNFOLD);
    }
    To to =
        switch (map.end()) {
          case PLAIN, GATE, STEP -> To.PLAIN;
          case JOIN -> To.SPLIT;
          case OUTPUT -> To.END;
        };
    return new Sizes(map.out(), map.in(), map.side(), 1, grid, false, true, to);
  }

  @Override
  public TapPass begin(boolean taping) {
    return new FusedTapPass(this, weights.ordered(taping ? weights.count() : forward.size()));
  }

  Compiled forward(TapMap map) {
    return forward.get(map);
  }

  Compiled back(TapMap map) {
    return backward.get(map);
  }

  GatedKernel gated(TapMap gate) {
    return gated.get(gate);
  }

  TapOuter outer(TapMap map) {
    return outer.get(map);
  }

  TapWeights weights() {
    return weights;
  }

  /** Index of the maps' first parameter in the flat buffer. */
  long start() {
    return start;
  }

  /** Numbers of all their parameters. */
  int count() {
    return count;
  }
}
