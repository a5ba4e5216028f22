package io.tfsno.report.results;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text for Markdown, which would pass on HTML that stands in it: names come from files. */
final class Plain {
  /** A span of code, or what begins a tag. */
  private static final Pattern PIECE = Pattern.compile("`[^`]*`|<(?=[A-Za-z/!?])");

  private Plain() {}

  /** The same to read, without tags. In spans of code none count. */
  static String of(String text) {
    return PIECE
        .matcher(text)
        .replaceAll(m -> m.group().equals("<") ? "&lt;" : Matcher.quoteReplacement(m.group()));
  }
}
