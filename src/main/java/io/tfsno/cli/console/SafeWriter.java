package io.tfsno.cli.console;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Pattern;

/**
 * Shows control characters as question marks: names and texts come from files, and a terminal obeys
 * what stands in them. Ends of lines, tabs and colours pass.
 */
public final class SafeWriter extends FilterWriter {
  private static final Pattern CONTROLS =
      Pattern.compile(
          "\\x1b(?!\\[[0-9;]{0,20}m)|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1a\\x1c-\\x1f\\x7f-\\x9f]");

  private static final int MOST = 4000;

  private SafeWriter(Writer out) {
    super(out);
  }

  /** A writer of lines to another one. */
  public static PrintWriter over(Writer out) {
    return new PrintWriter(new SafeWriter(out), true);
  }

  /** The beginning of a message, which may quote the whole of a bad file. */
  public static String shortened(String message) {
    String text = String.valueOf(message);
    return text.length() <= MOST
        ? text
        : text.substring(0, MOST) + "... (%d characters)".formatted(text.length());
  }

  @Override
  public void write(String text, int from, int count) throws IOException {
    out.write(CONTROLS.matcher(text.substring(from, from + count)).replaceAll("?"));
  }

  @Override
  public void write(char[] text, int from, int count) throws IOException {
    write(new String(text, from, count), 0, count);
  }

  @Override
  public void write(int character) throws IOException {
    write(Character.toString((char) character), 0, 1);
  }
}
