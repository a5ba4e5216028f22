package io.tfsno.report.ink;

import java.util.List;

/**
 * Turns a number in [0, 1] into a colour: a few anchors, equally spaced, with a smooth curve
 * through them in OKLab. Lightness of the anchors is what carries the value, so it is spaced
 * evenly; hue only helps the eye to name a level.
 */
public final class ColorMap {
  /** For quantities from little to much: dark indigo over blue, teal and green to pale yellow. */
  public static final ColorMap SEQUENTIAL =
      new ColorMap(
          List.of(
              List.of(
                  Oklab.lch(0.21, 0.095, 285),
                  Oklab.lch(0.36, 0.130, 268),
                  Oklab.lch(0.51, 0.100, 237),
                  Oklab.lch(0.66, 0.108, 187),
                  Oklab.lch(0.81, 0.145, 138),
                  Oklab.lch(0.96, 0.110, 105))));

  /** For errors: nothing is white like the page, and what is wrong stands out in dark red. */
  public static final ColorMap ERROR =
      new ColorMap(
          List.of(
              List.of(
                  Oklab.lch(0.99, 0.006, 95),
                  Oklab.lch(0.86, 0.085, 78),
                  Oklab.lch(0.70, 0.150, 52),
                  Oklab.lch(0.53, 0.175, 30),
                  Oklab.lch(0.37, 0.130, 21),
                  Oklab.lch(0.22, 0.075, 15))));

  /** For signed quantities about zero: blue, white, red, equally dark on both sides. */
  public static final ColorMap DIVERGING =
      new ColorMap(
          List.of(
              List.of(
                  Oklab.lch(0.30, 0.105, 262),
                  Oklab.lch(0.53, 0.145, 255),
                  Oklab.lch(0.76, 0.095, 245),
                  Oklab.lch(0.985, 0, 0)),
              List.of(
                  Oklab.lch(0.985, 0, 0),
                  Oklab.lch(0.76, 0.105, 40),
                  Oklab.lch(0.53, 0.175, 28),
                  Oklab.lch(0.30, 0.105, 22))));

  /** Shown for NaN: a grey that no map contains. */
  public static final int MISSING = 0xb4b4b4;

  private final List<List<Oklab>> curves;

  private ColorMap(List<List<Oklab>> curves) {
    this.curves = curves;
  }

  /** The colour {@code 0xRRGGBB} at {@code t}; values outside [0, 1] take the colour of the end. */
  public int rgb(double t) {
    return Double.isNaN(t) ? MISSING : at(t).rgb();
  }

  /** Where two curves meet, the map has a corner on purpose: zero of a diverging map. */
  Oklab at(double t) {
    double s = Math.min(1, Math.max(0, t)) * curves.size();
    int i = Math.min((int) s, curves.size() - 1);
    return along(curves.get(i), s - i);
  }

  private static Oklab along(List<Oklab> anchors, double t) {
    double s = t * (anchors.size() - 1);
    int i = Math.min((int) s, anchors.size() - 2);
    double u = s - i;
    // Catmull-Rom: straight pieces would show as bands where they meet.
    double[] weights = {
      0.5 * u * (-1 + u * (2 - u)),
      1 + 0.5 * u * u * (3 * u - 5),
      0.5 * u * (1 + u * (4 - 3 * u)),
      0.5 * u * u * (u - 1)
    };
    Oklab sum = new Oklab(0, 0, 0);
    for (int k = 0; k < weights.length; k++) {
      sum = sum.plus(anchor(anchors, i - 1 + k), weights[k]);
    }
    return sum;
  }

  /** Beyond the ends the curve goes on as straight as it came. */
  private static Oklab anchor(List<Oklab> anchors, int i) {
    int last = anchors.size() - 1;
    if (i >= 0 && i <= last) {
      return anchors.get(i);
    }
    Oklab end = anchors.get(i < 0 ? 0 : last);
    return end.plus(end, 1).plus(anchors.get(i < 0 ? 1 : last - 1), -1);
  }
}
