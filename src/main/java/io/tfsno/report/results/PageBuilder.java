package io.tfsno.report.results;

import io.tfsno.report.figure.Figure;
import java.util.List;
import java.util.Map;

/** What a page is made of, in the order of the calls. Texts mark code with backticks. */
interface PageBuilder {
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
   * Several pictures of one kind.
   *
   * @param caption of all of them, without a full stop
   * @param figures by the names of their files, without the ending
   */
  void pictures(String caption, Map<String, Figure> figures);

  /**
   * Numbers in full, for readers who compute with them: a file of its own where a page has some.
   *
   * @param instead adds them to a page that stands alone
   */
  void sheet(Sheet sheet, Runnable instead);

  /**
   * @param text with the number, or a dash
   * @param strong whether it is the best of its kind
   * @param suffix what follows it; empty for nothing
   */
  record Item(String text, boolean strong, String suffix) {
    static Item of(String text) {
      return new Item(text, false, "");
    }
  }

  record Grid(List<String> head, List<List<Item>> rows) {}
}
