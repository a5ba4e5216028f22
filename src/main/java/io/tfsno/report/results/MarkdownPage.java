package io.tfsno.report.results;

import io.tfsno.base.UserError;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.proof.Proof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A page in Markdown, with its figures in a folder of its name beside it. */
public final class MarkdownPage implements Page {
  private final Path file;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, String> figures = new LinkedHashMap<>();

  private MarkdownPage(Path file) {
    this.file = file;
  }

  /**
   * The page about a ledger. What stands in {@code NAME-reading.md} beside the page becomes its
   * part "Reading", so that it survives the next run.
   *
   * @param budget null for the largest in the ledger
   * @param proof of the claims of a plan; null for none
   */
  public static void write(Path ledger, String budget, Proof proof, Path file) {
    MarkdownPage page = new MarkdownPage(file);
    try {
      Path reading = file.resolveSibling(page.stem() + "-reading.md");
      String written = Files.exists(reading) ? Files.readString(reading) : null;
      ResultsPage.compose(ledger, budget, written, proof, page);
      page.save();
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot be written: %s. Check its folder.".formatted(file, e.getMessage()), e);
    }
  }

  private String stem() {
    return file.getFileName().toString().replaceFirst("\\.md$", "");
  }

  private void save() throws IOException {
    Path folder = file.resolveSibling(stem());
    if (!figures.isEmpty()) {
      Files.createDirectories(folder);
    }
    for (Map.Entry<String, String> figure : figures.entrySet()) {
      Files.writeString(folder.resolve(figure.getKey()), figure.getValue());
    }
    Files.writeString(file, text.toString());
  }

  @Override
  public void heading(int level, String heading) {
    text.append("#".repeat(level)).append(' ').append(heading).append("\n\n");
  }

  @Override
  public void paragraph(String paragraph) {
    text.append(paragraph).append("\n\n");
  }

  @Override
  public void written(String markdown) {
    text.append(markdown.strip()).append("\n\n");
  }

  @Override
  public void grid(Grid grid) {
    line(grid.head());
    line(grid.head().stream().map(h -> "---").toList());
    grid.rows().forEach(row -> line(row.stream().map(MarkdownPage::item).toList()));
    text.append('\n');
  }

  private static String item(Item item) {
    return (item.strong() ? "**" + item.text() + "**" : item.text()) + item.beside();
  }

  private void line(List<String> cells) {
    text.append(
        cells.stream()
            .map(c -> c.replace("|", "\\|").replace("_", "\\_"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  @Override
  public void picture(String name, String caption, Figure figure) {
    figures.put(name + ".svg", figure.toSvg());
    text.append("![%s](%s/%s.svg)\n\n".formatted(caption, stem(), name));
  }
}
