package io.tfsno.report.results;

import io.tfsno.report.figure.Figure;
import java.util.List;

/** What a page is made of, in the order of the calls. Texts mark code with backticks. */
interface Page {
  void heading(int level, String text);

  void paragraph(String text);

  /** Text that a person wrote, in Markdown. */
  void written(String markdown);

  void grid(Grid grid);

  /**
   * @param name for its file, without the ending
   */
  void picture(String name, String caption, Figure figure);

  /**
   * @param text with the number, or a dash
   * @param strong whether it is the best of its kind
   * @param beside what stands behind it; empty for nothing
   */
  record Item(String text, boolean strong, String beside) {
    static Item of(String text) {
      return new Item(text, false, "");
    }
  }

  record Grid(List<String> head, List<List<Item>> rows) {}
}
