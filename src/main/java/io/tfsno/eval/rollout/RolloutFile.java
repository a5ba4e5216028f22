package io.tfsno.eval.rollout;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SetFile;
import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.ConditionWriter;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.feed.Clock;
import io.tfsno.data.file.FloatType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Rollout;
import io.tfsno.run.ConditionNames;
import io.tfsno.run.ModelCard;
import io.tfsno.run.TrainedModel;
import io.tfsno.run.UnseenNumbers;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Predicts from the fields of a file into another file, step by step. HDF5 keeps the parameters,
 * static fields and start times that the prediction was given; forcing stays in the file that it
 * came from.
 */
public final class RolloutFile {
  private final TrainedModel model;
  private final Rollout.Needs needs;
  private final RolloutStart start;
  private final Points points;
  private final Points grid;

  private RolloutFile(TrainedModel model, RolloutStart start, Points points) {
    this.model = model;
    this.needs = model.needs();
    this.start = start;
    this.points = points;
    this.grid = model.operator().runsOn(points) ? points : model.card().shape().points();
  }

  /**
   * @param nonFinite fields whose prediction left the finite numbers
   * @param ran the points that the model ran on
   * @param stored the points of the result
   */
  public record Summary(int fields, int nonFinite, Points ran, Points stored) {}

  /** The fields on their own grid; the model runs on its training grid where it must. */
  public static Summary write(
      TrainedModel model,
      Path input,
      StatedConditions stated,
      int steps,
      Path out,
      Cancellation cancellation,
      ProgressListener listener) {
    try (Scope scope = new Scope();
        StartFile file = StartFile.open(input, model)) {
      Inputs inputs = model.card().shape().inputs();
      ConditionNames.requireTaken(inputs, stated.parameters().keySet(), stated.fields().keySet());
      RolloutStart read = file.read();
      Points points = Points.of(read.states(), model.card().shape().dimension());
      RolloutStart start = read.with(stated, points);
      start.require(model.needs(), steps);
      return new RolloutFile(model, start, points).write(steps, out, cancellation, listener);
    }
  }

  private Summary write(int steps, Path out, Cancellation cancellation, ProgressListener listener) {
    boolean[] lost = new boolean[start.count()];
    try (SetFile file = SetFile.create(out, description(steps))) {
      if (file.holdsConditions()) {
        keepConditions(file.conditions());
      }
      file.write(0, start.states().toDoubles());
      Device device = model.operator().parameters().device();
      try (Stream stream = Stream.open(device);
          Rollout rollout = begin(device, listener)) {
        for (int step = 1; step <= steps; step++) {
          cancellation.check();
          try (Scope one = new Scope()) {
            if (step > 1 && start.forced()) {
              rollout.force(modelled(start.fieldsAt(needs.inputs(), step - 1)).to(device));
            }
            rollout.step();
            double[] values = Resample.to(rollout.state(), box(), points).toDoubles();
            mark(lost, values);
            file.write(step, values);
          }
          listener.progress(step, steps, "");
        }
      }
      file.complete();
    }
    int nonFinite = 0;
    for (boolean l : lost) {
      nonFinite += l ? 1 : 0;
    }
    return new Summary(start.count(), nonFinite, grid, points);
  }

  private Rollout begin(Device device, ProgressListener listener) {
    Rollout rollout = model.open(grid.shape(start.count(), model.card().shape().channels()));
    Tensor remembered =
        model.observe(start.observed().stream().map(state -> modelled(state).to(device)).toList());
    Conditions given = start.conditions(needs, this::modelled).to(device).withContext(remembered);
    UnseenNumbers unseen = new UnseenNumbers(model.card());
    unseen.add(start.count(), given);
    unseen.note().ifPresent(listener::note);
    rollout.start(modelled(start.states()).to(device), given);
    return rollout;
  }

  private Grid box() {
    return model.card().shape().grid();
  }

  private Tensor modelled(Tensor fields) {
    return Resample.to(fields, box(), grid);
  }

  private static void mark(boolean[] lost, double[] values) {
    int size = values.length / lost.length;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        lost[i / size] = true;
      }
    }
  }

  private FlatSet description(int steps) {
    ModelCard card = model.card();
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("equation", card.equation());
    attributes.put("predicted_by", card.spec().model());
    FieldShape shape = card.shape().on(points);
    FlatSet states =
        new FlatSet(
            "",
            FloatType.FLOAT32,
            start.count(),
            steps + 1,
            shape.fields(),
            shape.grid(),
            card.dt(),
            attributes);
    return states.with(
        new SetConditions(
            needs.inputs().parameters(),
            ConditionFields.of(still()),
            ConditionFields.NONE,
            keepsTimes()));
  }

  /** A phase is the law's time: what has passed since the first snapshot does not tell it. */
  private boolean keepsTimes() {
    return model.clock() == Clock.LAW;
  }

  /** The known fields that do not change. */
  private List<Channel> still() {
    return needs.inputs().fields().stream()
        .filter(channel -> !start.fields().get(channel.name()).changes())
        .toList();
  }

  private void keepConditions(ConditionWriter writer) {
    if (!needs.inputs().parameters().isEmpty()) {
      writer.parameters(0, start.rows(needs.inputs().parameters()));
    }
    if (!still().isEmpty()) {
      Tensor[] fields =
          still().stream().map(c -> start.fields().get(c.name()).at(0)).toArray(Tensor[]::new);
      writer.statics(0, Tensor.cat(1, fields).toFloats());
    }
    if (keepsTimes()) {
      writer.phases(0, start.times());
    }
  }
}
