package io.tfsno.report;

import io.tfsno.eval.MemoryStudy;
import io.tfsno.eval.MemoryTrace;
import io.tfsno.report.ink.Svg;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The numbers of a code that tell most about what is hidden, and how far they move each gate. */
final class MemoryTable {
  private static final int SHOWN = 5;

  private final Remembered memory;
  private final StringBuilder html = new StringBuilder();

  private MemoryTable(Remembered memory) {
    this.memory = memory;
  }

  /** HTML. */
  static String of(Remembered memory) {
    MemoryTable table = new MemoryTable(memory);
    table.numbers();
    if (!memory.traces().get(0).blocks().isEmpty()) {
      table.effects();
    }
    return table.html.toString();
  }

  private void numbers() {
    MemoryStudy study = memory.study();
    boolean told = !study.hidden().isEmpty();
    head("number of the code");
    if (told) {
      cell("th", "r with " + study.hidden().get(0).channel().name());
    }
    memory.traces().forEach(trace -> cell("th", memory.label(trace)));
    html.append("</tr></thead>\n<tbody>\n");
    for (int number : shown(study)) {
      html.append("<tr>");
      cell("th", study.numbers().get(number).text());
      if (told) {
        cell("td", number(study.hidden().get(0).correlation()[number]));
      }
      memory.traces().forEach(trace -> cell("td", number(trace.code()[number])));
      html.append("</tr>\n");
    }
    study.drifts().forEach(drift -> velocity(drift, told));
    html.append("</tbody></table></div>\n");
  }

  private void velocity(MemoryStudy.Velocity drift, boolean told) {
    html.append("<tr>");
    cell("th", "velocity of the drift along " + drift.axis().name());
    if (told) {
      cell("td", number(drift.correlation()));
    }
    memory.traces().forEach(trace -> cell("td", speed(drift.values()[trace.trajectory()])));
    html.append("</tr>\n");
  }

  /** Those that go with what is hidden most closely; the first ones where nobody knows. */
  private static List<Integer> shown(MemoryStudy study) {
    IntStream all = IntStream.range(0, study.numbers().size());
    if (study.hidden().isEmpty()) {
      return all.limit(SHOWN).boxed().toList();
    }
    double[] r = study.hidden().get(0).correlation();
    return all.filter(i -> !Double.isNaN(r[i]))
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> Math.abs(r[i])).reversed())
        .limit(SHOWN)
        .toList();
  }

  private void effects() {
    head("change of the mean gains by the code");
    for (MemoryTrace trace : memory.traces()) {
      for (int s = 0; s < trace.steps().size(); s++) {
        cell("th", "%s, step %d".formatted(memory.label(trace), Remembered.step(trace, s)));
      }
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (int b = 0; b < memory.traces().get(0).blocks().size(); b++) {
      html.append("<tr>");
      cell("th", "block " + (memory.traces().get(0).blocks().get(b).block() + 1));
      for (MemoryTrace trace : memory.traces()) {
        for (int s = 0; s < trace.steps().size(); s++) {
          cell("td", String.format(Locale.ROOT, "%.4f", trace.blocks().get(b).effect(s)));
        }
      }
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
  }

  private void head(String first) {
    html.append("<div class=\"scroll\"><table>\n<thead><tr>");
    cell("th", first);
  }

  private void cell(String tag, String text) {
    html.append('<').append(tag).append('>').append(Svg.escape(text));
    html.append("</").append(tag).append('>');
  }

  /** In units of the box and the clock, hence of any size. */
  private static String speed(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
  }
}
