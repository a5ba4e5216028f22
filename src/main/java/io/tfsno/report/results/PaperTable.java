package io.tfsno.report.results;

import io.tfsno.base.ConfigReader;
import io.tfsno.report.figure.Quantity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The layout of a table and the paper's numbers in it.
 *
 * @param source the label of the table in the paper; null for one that the paper does not have
 * @param head names of the columns with labels
 * @param suite the experiment that fills it
 */
record PaperTable(
    String id,
    String source,
    String title,
    List<String> head,
    String suite,
    List<Column> columns,
    List<Row> rows) {

  /** A part of what names a number: a row and a column together give all of it. */
  record Column(
      String label,
      String dataset,
      String test,
      String variant,
      String metric,
      Integer step,
      Integer horizon) {}

  /**
   * @param paper its numbers, one for each column; null for none
   * @param spread the deviations that the paper gives with them; null for none
   */
  record Row(
      List<String> label,
      String dataset,
      String test,
      String variant,
      String metric,
      Integer step,
      Integer horizon,
      List<Double> paper,
      List<Double> spread) {

    /** What stands where this row meets a column. */
    Quantity at(Column column) {
      String trained = either(dataset, column.dataset);
      String scored = either(test, column.test);
      Integer when = either(step, column.step);
      Integer length = either(horizon, column.horizon);
      return new Quantity(
          trained,
          scored == null ? trained : scored,
          either(variant, column.variant),
          either(metric, column.metric),
          when,
          length == null ? when : length);
    }

    private static <T> T either(T mine, T other) {
      return mine != null ? mine : other;
    }
  }

  private record All(List<PaperTable> tables) {}

  static List<PaperTable> all() {
    try (InputStream in = PaperTable.class.getResourceAsStream("paper.yaml")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return ConfigReader.parse("paper.yaml", text, All.class).tables();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
