package io.tfsno.report.results;

import io.tfsno.report.figure.Figure;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.proof.Proof;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** A self-contained page in HTML. */
public final class HtmlPage implements PageBuilder {
  private final StringBuilder html = new StringBuilder();

  private HtmlPage() {}

  /** The page about a ledger. */
  public static String of(Path ledger, Proof proof) {
    HtmlPage page = new HtmlPage();
    page.html
        .append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>Results</title>\n<style>\n")
        .append(style())
        .append("</style>\n</head>\n<body>\n<main>\n");
    ResultsPage.compose(ledger, null, null, proof, page);
    page.html.append("</main>\n</body>\n</html>\n");
    return page.html.toString();
  }

  @Override
  public void heading(int level, String text) {
    html.append("<h%d>%s</h%d>\n".formatted(level, Svg.escape(text), level));
  }

  @Override
  public void paragraph(String text) {
    String marked = Svg.escape(text).replaceAll("`([^`]*)`", "<code>$1</code>");
    html.append("<p>").append(marked).append("</p>\n");
  }

  @Override
  public void written(String markdown) {
    html.append("<pre>").append(Svg.escape(markdown)).append("</pre>\n");
  }

  @Override
  public void grid(Grid grid) {
    html.append("<div class=\"scroll\"><table>\n<thead><tr>");
    grid.head().forEach(h -> html.append("<th>").append(Svg.escape(h)).append("</th>"));
    html.append("</tr></thead>\n<tbody>\n");
    grid.rows()
        .forEach(
            row -> {
              html.append("<tr>");
              row.forEach(this::item);
              html.append("</tr>\n");
            });
    html.append("</tbody></table></div>\n");
  }

  private void item(Item item) {
    String text = Svg.escape(item.text());
    html.append("<td>")
        .append(item.strong() ? "<b>" + text + "</b>" : text)
        .append(Svg.escape(item.suffix()))
        .append("</td>");
  }

  @Override
  public void picture(String name, String caption, Figure figure) {
    html.append("<figure>\n<div class=\"scroll\">")
        .append(figure.toSvg())
        .append("</div>\n<figcaption>")
        .append(Svg.escape(caption))
        .append("</figcaption>\n</figure>\n");
  }

  @Override
  public void pictures(String caption, Map<String, Figure> figures) {
    paragraph(caption + ".");
    figures.forEach((name, figure) -> picture(name, name, figure));
  }

  @Override
  public void sheet(Sheet sheet, Runnable instead) {
    instead.run();
  }

  /** What all our pages look like. */
  public static String style() {
    try (InputStream in = HtmlPage.class.getResourceAsStream("/io/tfsno/report/report.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
