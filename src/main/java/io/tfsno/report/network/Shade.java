package io.tfsno.report.network;

import io.tfsno.operator.sketch.Kind;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Svg;

/** The colour of a kind of box: a line, and the same colour much lighter inside. */
record Shade(String line, String inside) {
  private static final int GREY = 0x6b6f76;
  private static final double LIGHT = 0.86;

  static Shade of(Kind kind) {
    return switch (kind) {
      case FIELD, JUNCTION, NOTE -> new Shade(Svg.color(GREY), "#ffffff");
      case MAP -> tinted(GREY);
      case SPECTRAL -> tinted(Palette.rgb(0));
      case GATE -> tinted(Palette.rgb(1));
      case LOCAL -> tinted(Palette.rgb(2));
      case GIVEN -> tinted(Palette.rgb(3));
    };
  }

  private static Shade tinted(int rgb) {
    int light = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int part = rgb >> shift & 0xff;
      light = light << 8 | (int) Math.round(part + LIGHT * (0xff - part));
    }
    return new Shade(Svg.color(rgb), Svg.color(light));
  }
}
