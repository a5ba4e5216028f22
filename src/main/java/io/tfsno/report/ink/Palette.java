package io.tfsno.report.ink;

/**
 * Colours for things that have names rather than values. Any two stay apart in OKLab also for
 * readers without red or green cones; the first ones are the calmest, so few series look best.
 */
public final class Palette {
  /** Near-black, for the reference solution that all others are held against. */
  public static final int INK = 0x222222;

  private static final int[] COLORS = {
    0x2f87ea, // blue
    0xde7824, // orange
    0x229183, // teal
    0x6c3baa, // purple
    0x7c1024, // brick
    0xdbb72f, // gold
    0x62c7fa, // sky
    0x556b14, // moss
    0xfa99b4, // pink
  };

  private Palette() {}

  /** How many colours there are before they repeat. */
  public static int size() {
    return COLORS.length;
  }

  /** The colour {@code 0xRRGGBB} of the {@code i}-th thing. */
  public static int rgb(int i) {
    return COLORS[Math.floorMod(i, COLORS.length)];
  }
}
