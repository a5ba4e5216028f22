package io.tfsno.report.results;

import io.tfsno.base.ConfigReader;
import io.tfsno.report.figure.Quantity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The layout of a table and the paper's numbers in it.
 *
 * @param id name of its file
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
   * @param shared true if another suite trains it as well: alone it makes no table; null for false
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
      List<Double> spread,
      Boolean shared) {

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

  /**
   * Where a row meets a column.
   *
   * @param paper the paper's number; null for none
   * @param spread the deviation that the paper gives with it; null for none
   */
  record Slot(Row row, Column column, Quantity quantity, Double paper, Double spread) {}

  /** All of it, row by row. */
  List<Slot> slots() {
    List<Slot> slots = new ArrayList<>();
    for (Row row : rows) {
      for (int c = 0; c < columns.size(); c++) {
        Column column = columns.get(c);
        slots.add(
            new Slot(
                row,
                column,
                row.at(column),
                row.paper() == null ? null : row.paper().get(c),
                row.spread() == null ? null : row.spread().get(c)));
      }
    }
    return slots;
  }

  /** What the model of a slot is called here. */
  String model(Slot slot) {
    List<String> label = slot.row().label();
    return slot.row().variant() == null ? slot.column().label() : label.get(label.size() - 1);
  }

  /** The models by the names that the table gives them, in its order. */
  Map<String, String> titles() {
    Map<String, String> titles = new LinkedHashMap<>();
    slots().forEach(slot -> titles.putIfAbsent(slot.quantity().variant(), model(slot)));
    return titles;
  }

  static PaperTable of(String id) {
    return all().stream().filter(table -> table.id().equals(id)).findFirst().orElseThrow();
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
