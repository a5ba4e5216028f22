package io.tfsno.report.results;

import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.proof.Proof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A page in Markdown, with figures and sheets as files in a folder of its name next to it. */
public final class MarkdownPage implements PageBuilder {
  private static final int COLUMNS = 120;

  /** More pictures than that are linked, so that the page stays one to be read. */
  private static final int SHOWN = 2;

  private final Path file;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, String> files = new LinkedHashMap<>();
  private int endOfFiles;

  private MarkdownPage(Path file) {
    this.file = file;
  }

  /**
   * The page about a ledger. What stands in {@code NAME-reading.md} next to the page becomes its
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
    if (!files.isEmpty()) {
      Files.createDirectories(folder);
    }
    for (Map.Entry<String, String> each : files.entrySet()) {
      DataFiles.replace(folder.resolve(each.getKey()), each.getValue());
    }
    DataFiles.replace(file, text.toString().stripTrailing() + "\n");
  }

  @Override
  public void heading(int level, String heading) {
    text.append("#".repeat(level)).append(' ').append(Plain.of(heading)).append("\n\n");
  }

  @Override
  public void paragraph(String paragraph) {
    text.append(Wrapped.at(COLUMNS, Plain.of(paragraph))).append("\n\n");
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
    return (item.strong() ? "**" + item.text() + "**" : item.text()) + item.suffix();
  }

  private void line(List<String> cells) {
    text.append(
        cells.stream()
            .map(c -> Plain.of(c).replace("|", "\\|").replace("_", "\\_"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  @Override
  public void picture(String name, String caption, Figure figure) {
    text.append("![%s](%s)\n\n".formatted(Plain.of(caption), keep(name + ".svg", figure.toSvg())));
  }

  @Override
  public void pictures(String caption, Map<String, Figure> figures) {
    if (figures.size() <= SHOWN) {
      paragraph(caption + ".");
      figures.forEach((name, figure) -> picture(name, name, figure));
      return;
    }
    files(
        figures.entrySet().stream()
            .map(each -> link(each.getKey(), each.getKey() + ".svg", each.getValue().toSvg()))
            .collect(Collectors.joining(", ")),
        caption);
  }

  @Override
  public void sheet(Sheet sheet, Runnable instead) {
    if (!sheet.isEmpty()) {
      String name = sheet.name() + ".csv";
      files(link(name, name, sheet.csv()), sheet.words());
    }
  }

  /** Adds a row to a table of files, which goes on where nothing stands between two calls. */
  private void files(String links, String words) {
    if (text.length() == endOfFiles) {
      text.setLength(endOfFiles - 1);
    } else {
      line(List.of("File", "What it holds"));
      line(List.of("---", "---"));
    }
    line(List.of(links, words));
    text.append('\n');
    endOfFiles = text.length();
  }

  private String link(String words, String name, String content) {
    return "[%s](%s)".formatted(words, keep(name, content));
  }

  /** Where a file will lie, as the page sees it. */
  private String keep(String name, String content) {
    files.put(name, content);
    return stem() + "/" + name;
  }
}
