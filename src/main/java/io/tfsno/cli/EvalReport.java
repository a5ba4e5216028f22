package io.tfsno.cli;

import io.tfsno.cli.console.Table;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.ScoredData;
import io.tfsno.eval.Scores;
import java.io.PrintWriter;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What {@code eval} says of a model.
 *
 * @param data what it was scored on
 * @param file where that lies
 * @param asked steps to print, where the rollouts reach them
 */
record EvalReport(Evaluation evaluation, ScoredData data, ScoredFile file, List<Integer> asked) {

  ObjectNode document() {
    ObjectNode document = JsonMapper.shared().valueToTree(evaluation);
    document.put("protocol", evaluation.protocol());
    document.put("split", data.split());
    document.put("trained_on", data.trainedOn());
    document.put("data_sha256", file.sha256());
    document.put("data_as_trained", file.asTrained());
    document.put("stride", data.stride());
    document.put("dt", data.set().dt());
    return document;
  }

  void print(PrintWriter out) {
    data.warning().ifPresent(text -> out.println("warning: " + text));
    Evaluation e = evaluation;
    out.printf(
        "%s (%,d parameters), %s%d trajectories, %d steps%s%s, %s%n",
        e.model(),
        e.parameters(),
        data.split().isEmpty() ? "" : data.split() + " split, ",
        e.trajectories(),
        e.horizon(),
        data.stride() == 1
            ? ""
            : " of %.6g, %d of the data's each".formatted(data.set().dt(), data.stride()),
        e.singly() ? ", each from the true state before it" : "",
        e.protocol());
    Table table = new Table("STEP", "MSE", "L2", "+-", "H1", "VRMSE", "COPYING L2", "FLOOR L2");
    steps().forEach(step -> row(table, Integer.toString(step), step));
    row(table, "1.." + e.horizon(), 0);
    table.print(out);
    if (e.scores().channels().size() > 1) {
      channels().print(out);
    }
    Scores s = e.scores();
    out.printf(
        "spectrum at step %d%s: PSRE %.4f, SCE %.4f (copying: %.4f, %.4f)%n",
        e.horizon(),
        data.set().grid().periodic() ? "" : ", fields between walls taken as periodic",
        s.psre().mean(),
        s.sce().mean(),
        e.persistence().psre().mean(),
        e.persistence().sce().mean());
    if (s.nonFinite() > 0) {
      out.printf("%d rollouts became non-finite; medians: %s%n", s.nonFinite(), medians());
    }
    out.println(file.text());
    out.flush();
  }

  private List<Integer> steps() {
    return asked.stream().filter(s -> s >= 1 && s <= evaluation.horizon()).toList();
  }

  private void row(Table table, String name, int step) {
    Scores.Step s = pick(evaluation.scores(), step);
    Scores floor = evaluation.floor();
    table.row(
        name,
        "%.3e".formatted(s.mse().mean()),
        Table.error(s.l2().mean()),
        Table.error(s.l2().deviation()),
        Table.error(s.h1().mean()),
        Table.error(s.vrmse().mean()),
        Table.error(pick(evaluation.persistence(), step).l2().mean()),
        floor == null ? "-" : "%.2e".formatted(pick(floor, step).l2().mean()));
  }

  /** Each channel by itself: one with a large mean would hide the others. */
  private Table channels() {
    Table table = new Table("CHANNEL", "STEP", "MSE", "L2", "H1", "VRMSE", "COPYING VRMSE");
    for (int c = 0; c < evaluation.scores().channels().size(); c++) {
      Scores.Channel channel = evaluation.scores().channels().get(c);
      Scores.Channel copying = evaluation.persistence().channels().get(c);
      steps().forEach(step -> row(table, channel, copying, Integer.toString(step), step));
      row(table, channel, copying, "1.." + evaluation.horizon(), 0);
    }
    return table;
  }

  private static void row(
      Table table, Scores.Channel channel, Scores.Channel copying, String name, int step) {
    Scores.Step s = channel.at(step);
    table.row(
        channel.name(),
        name,
        "%.3e".formatted(s.mse().mean()),
        Table.error(s.l2().mean()),
        Table.error(s.h1().mean()),
        Table.error(s.vrmse().mean()),
        Table.error(copying.at(step).vrmse().mean()));
  }

  private String medians() {
    return String.join(
        ", ",
        steps().stream()
            .map(
                s ->
                    "step %d L2 %s"
                        .formatted(s, Table.error(evaluation.scores().at(s).l2().median())))
            .toList());
  }

  private static Scores.Step pick(Scores scores, int step) {
    return step == 0 ? scores.overall() : scores.at(step);
  }
}
