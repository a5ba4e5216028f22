package io.tfsno.report.ink;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.CRC32;

/** Writes well-formed SVG: elements are closed in order, text is escaped, numbers are finite. */
public final class Svg {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();
  private final String salt;

  /**
   * @param salt goes into element ids, which must differ between figures in one HTML page
   */
  public Svg(String salt) {
    this.salt = salt;
  }

  /** Opens a white page that tells readers who cannot see it what it shows. */
  public Svg beginPage(double width, double height, String title, String description) {
    begin(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "width",
        width,
        "height",
        height,
        "viewBox",
        "0 0 " + number(width) + " " + number(height),
        "role",
        "img",
        "font-family",
        Text.FONTS,
        "fill",
        color(Palette.INK));
    plain("title", title.isBlank() ? "Figure" : title).plain("desc", description);
    return boxed("rect", new Box(0, 0, width, height), "fill", "#ffffff");
  }

  /** Opens an element with attributes given as names and values in turn. */
  public Svg begin(String element, Object... attributes) {
    start(element, attributes);
    out.append(">\n");
    open.push(element);
    return this;
  }

  public Svg end() {
    out.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** An element without content. */
  public Svg leaf(String element, Object... attributes) {
    start(element, attributes);
    out.append("/>\n");
    return this;
  }

  /** An element that holds nothing but plain text, such as {@code title}; none if it is blank. */
  public Svg plain(String element, String text) {
    if (text.isBlank()) {
      return this;
    }
    out.append('<').append(element).append('>').append(escape(text));
    out.append("</").append(element).append(">\n");
    return this;
  }

  public Svg text(String text, double size, double x, double y, Object... attributes) {
    if (text.isBlank()) {
      return this;
    }
    start("text", attributes);
    attribute("x", x);
    attribute("y", y);
    attribute("font-size", size);
    out.append('>').append(Text.xml(text, size)).append("</text>\n");
    return this;
  }

  /** An element that fills the box, such as {@code rect} or {@code image}. */
  public Svg boxed(String element, Box box, Object... attributes) {
    start(element, "x", box.x(), "y", box.y(), "width", box.width(), "height", box.height());
    attributes(attributes);
    out.append("/>\n");
    return this;
  }

  public Svg line(double x1, double y1, double x2, double y2, String stroke, double width) {
    return leaf(
        "line", "x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", stroke, "stroke-width", width);
  }

  /** Opens a group of which only what lies in the box is seen. */
  public Svg beginClip(Box box) {
    CRC32 crc = new CRC32();
    crc.update((salt + box).getBytes(StandardCharsets.UTF_8));
    String id = "clip-%08x".formatted(crc.getValue());
    begin("clipPath", "id", id);
    boxed("rect", box);
    end();
    return begin("g", "clip-path", "url(#" + id + ")");
  }

  private void start(String element, Object... attributes) {
    out.append('<').append(element);
    attributes(attributes);
  }

  private void attributes(Object... attributes) {
    for (int i = 0; i < attributes.length; i += 2) {
      attribute((String) attributes[i], attributes[i + 1]);
    }
  }

  private void attribute(String name, Object value) {
    String s = value instanceof Number n ? number(n.doubleValue()) : escape(value.toString());
    out.append(' ').append(name).append("=\"").append(s).append('"');
  }

  /** At most two decimals: a hundredth of a pixel is beyond what anyone sees. */
  public static String number(double v) {
    if (!Double.isFinite(v) || Math.abs(v) > 1e9) {
      throw new IllegalArgumentException("expected a finite coordinate of sane size, found " + v);
    }
    long hundredths = Math.round(100 * v);
    long whole = Math.abs(hundredths) / 100;
    long rest = Math.abs(hundredths) % 100;
    String sign = hundredths < 0 ? "-" : "";
    if (rest == 0) {
      return sign + whole;
    }
    return sign + whole + (rest % 10 == 0 ? "." + rest / 10 : rest < 10 ? ".0" + rest : "." + rest);
  }

  public static String color(int rgb) {
    return "#%06x".formatted(rgb & 0xffffff);
  }

  /** Safe inside elements and quoted attributes; characters that XML cannot hold become U+FFFD. */
  public static String escape(String s) {
    StringBuilder safe = new StringBuilder(s.length());
    s.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(allowed(c) ? c : 0xfffd);
              }
            });
    return safe.toString();
  }

  private static boolean allowed(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xd7ff)
        || (c >= 0xe000 && c <= 0xfffd)
        || c >= 0x10000;
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return out.toString();
  }
}
