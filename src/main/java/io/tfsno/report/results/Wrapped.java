package io.tfsno.report.results;

/** Text in lines of bounded length, as Markdown may be wrapped without becoming another text. */
final class Wrapped {
  /** At the beginning of a line these would start a list, a heading, a quotation or a table. */
  private static final String STARTS_A_BLOCK = "[-+*>|=]|#+|\\d+[.)]";

  private Wrapped() {}

  static String at(int columns, String text) {
    StringBuilder lines = new StringBuilder();
    int used = 0;
    for (String word : text.strip().split("\\s+", -1)) {
      boolean first = lines.isEmpty();
      if (!first && used + 1 + word.length() > columns && !word.matches(STARTS_A_BLOCK)) {
        lines.append('\n');
        used = 0;
      } else if (!first) {
        lines.append(' ');
        used++;
      }
      lines.append(word);
      used += word.length();
    }
    return lines.toString();
  }
}
