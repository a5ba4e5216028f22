package io.tfsno.nn.cuda;

import io.tfsno.nn.fused.TapMap;
import java.util.Map;

/**
 * The grid of a map's result as the kernels of tapcore.cu see it. A block of theirs has a stretch
 * of a line, or a patch of a plane.
 *
 * @param axes 1 for lines, and for planes of which no point sees another
 * @param lines rows of a plane; 1 for lines
 * @param points of a row or line
 */
record TapGrid(int axes, int lines, int points) {
  /** Points of a row of a patch. */
  private static final int PATCH = 16;

  static TapGrid of(TapMap map) {
    if (!map.seesPlane()) {
      return new TapGrid(1, 1, map.cells());
    }
    return new TapGrid(2, map.points().at(0), map.points().at(1));
  }

  /** Whether blocks of a whole number of warps cover it. */
  boolean fits() {
    return axes == 1 ? points % 32 == 0 : points % PATCH == 0 && lines % 2 == 0;
  }

  int cells() {
    return lines * points;
  }

  /** Columns of a block. */
  int tile() {
    boolean wide = axes == 1 ? points % 64 == 0 : lines % (64 / PATCH) == 0;
    return wide ? 64 : 32;
  }

  /**
   * Numbers that a block keeps of a channel, with room that keeps lanes out of each other's banks.
   *
   * @param side points of the field along an axis that a point of the result sees
   * @param stride of the field for each of the result
   */
  int pitch(int side, int stride) {
    int reach = stride == 1 ? side / 2 : 0;
    int halo = reach > 0 ? 8 : 0;
    if (axes == 1) {
      return stride * tile() + halo + 4;
    }
    int seenLines = stride * tile() / PATCH + 2 * reach;
    int wide = stride * PATCH + halo;
    return halo > 0 ? Tiles.roundUp(seenLines * (wide + 4) - 8, 16) + 8 : seenLines * wide + 4;
  }

  /** By the names that the kernels have for them. */
  void nameIn(Map<String, Integer> macros) {
    macros.put("AXES", axes);
    macros.put("LINES", lines);
    macros.put("N", points);
  }
}
