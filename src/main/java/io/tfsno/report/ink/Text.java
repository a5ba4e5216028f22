package io.tfsno.report.ink;

/**
 * Text in a figure: sizes in pixels, an estimate of widths, and raised or lowered digits.
 *
 * <p>Few fonts have all Unicode superscripts, and a browser then mixes two fonts in one label.
 * Superscript and subscript characters are therefore set as small shifted ordinary ones.
 */
public final class Text {
  /** Fonts with the widths of Helvetica first, because {@link #width} assumes those. */
  public static final String FONTS =
      "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif";

  public static final double TICK = 11;
  public static final double LABEL = 12;
  public static final double TITLE = 13;
  public static final double HEADING = 16;

  private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿᐟᵏᵐᵗˣ";
  private static final String RAISED_PLAIN = "0123456789+−()n/kmtx";
  private static final String LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙₕₖₘₜₓᵢⱼ";
  private static final String LOWERED_PLAIN = "0123456789+−()nhkmtxij";
  private static final double SMALL = 0.72;

  private Text() {}

  /** An estimate of the width, a little on the wide side. */
  public static double width(String s, double size) {
    double sum = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      int level = level(c);
      sum += level == 0 ? advance(c) : SMALL * advance(ordinary(c));
    }
    return 1.03 * size * sum;
  }

  /** The text as XML, with shifted digits as {@code tspan}s. */
  static String xml(String s, double size) {
    StringBuilder out = new StringBuilder();
    int from = 0;
    double shifted = 0;
    while (from < s.length()) {
      int level = level(s.charAt(from));
      int to = from;
      StringBuilder run = new StringBuilder();
      while (to < s.length() && level(s.charAt(to)) == level) {
        run.append(level == 0 ? s.charAt(to) : ordinary(s.charAt(to)));
        to++;
      }
      double shift = -0.36 * size * Math.max(0, level) - 0.18 * size * Math.min(0, level);
      if (level == 0 && shifted == 0) {
        out.append(Svg.escape(run.toString()));
      } else {
        out.append("<tspan dy=\"").append(Svg.number(shift - shifted)).append('"');
        if (level != 0) {
          out.append(" font-size=\"").append(Svg.number(SMALL * size)).append('"');
        }
        out.append('>').append(Svg.escape(run.toString())).append("</tspan>");
      }
      shifted = shift;
      from = to;
    }
    return out.toString();
  }

  /** 1 for a superscript, -1 for a subscript, 0 for any other character. */
  private static int level(char c) {
    return RAISED.indexOf(c) >= 0 ? 1 : LOWERED.indexOf(c) >= 0 ? -1 : 0;
  }

  private static char ordinary(char c) {
    int raised = RAISED.indexOf(c);
    return raised >= 0 ? RAISED_PLAIN.charAt(raised) : LOWERED_PLAIN.charAt(LOWERED.indexOf(c));
  }

  /** Width in ems, after Helvetica. */
  private static double advance(char c) {
    if ("ijl.,:;|!'’‖ ftIr()[]/-".indexOf(c) >= 0) {
      return c == 'r' || c == '-' || c == '(' || c == ')' ? 0.33 : 0.28;
    }
    if ("mMW@%".indexOf(c) >= 0) {
      return 0.9;
    }
    if (c == 'w' || (Character.isUpperCase(c) && c < 0x2100)) {
      return 0.72;
    }
    // Beyond Latin and Greek, signs may be as wide as they are high.
    return c < 0x2100 || "−∂∇≤≥≈→√∞".indexOf(c) >= 0 ? 0.58 : 1;
  }
}
