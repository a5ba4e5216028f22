package io.tfsno.report.ink;

/**
 * A colour in OKLab (B. Ottosson, 2020): lightness {@code l} in [0, 1] and the opponent axes {@code
 * a} (green to red) and {@code b} (blue to yellow). Equal steps look about equally large, which is
 * what makes a colour map honest.
 */
record Oklab(double l, double a, double b) {

  /** From lightness, chroma and hue in degrees. */
  static Oklab lch(double lightness, double chroma, double hue) {
    double h = Math.toRadians(hue);
    return new Oklab(lightness, chroma * Math.cos(h), chroma * Math.sin(h));
  }

  static Oklab ofRgb(int rgb) {
    return ofLinear(linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255));
  }

  static Oklab ofLinear(double red, double green, double blue) {
    double l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    double m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    double s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    return new Oklab(
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s);
  }

  Oklab plus(Oklab other, double weight) {
    return new Oklab(l + weight * other.l, a + weight * other.a, b + weight * other.b);
  }

  /** Red, green and blue as linear light; outside [0, 1] where sRGB cannot show the colour. */
  double[] linear() {
    double x = cube(l + 0.3963377774 * a + 0.2158037573 * b);
    double y = cube(l - 0.1055613458 * a - 0.0638541728 * b);
    double z = cube(l - 0.0894841775 * a - 1.2914855480 * b);
    return new double[] {
      4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
      -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
      -0.0041960863 * x - 0.7034186147 * y + 1.7076147010 * z
    };
  }

  /** The nearest {@code 0xRRGGBB}, each channel clipped to what sRGB can show. */
  int rgb() {
    double[] light = linear();
    return encoded(light[0]) << 16 | encoded(light[1]) << 8 | encoded(light[2]);
  }

  double distance(Oklab other) {
    return Math.hypot(l - other.l, Math.hypot(a - other.a, b - other.b));
  }

  /** Linear light of an sRGB channel value 0 to 255. */
  static double linear(int channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }

  private static int encoded(double light) {
    double c = Math.min(1, Math.max(0, light));
    double s = c <= 0.0031308 ? 12.92 * c : 1.055 * Math.pow(c, 1 / 2.4) - 0.055;
    return (int) Math.round(255 * s);
  }

  private static double cube(double v) {
    return v * v * v;
  }
}
