package io.tfsno.eval;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SetFile;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.run.ModelCard;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Predicts from the fields of a file into another file, step by step. */
public final class RolloutFile {
  private RolloutFile() {}

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
      int steps,
      Path out,
      Cancellation cancellation,
      ProgressListener listener) {
    try (Scope scope = new Scope()) {
      Tensor fields = read(input, model.card());
      Points points = Points.of(fields, model.card().shape().dimension());
      Grid box = model.card().shape().grid();
      int count = Math.toIntExact(fields.size(0));
      boolean direct = model.operator().runsOn(points);
      Points grid = direct ? points : model.card().shape().points();
      try (SetFile file = SetFile.create(out, description(model.card(), count, steps, points))) {
        file.write(0, fields.toDoubles());
        Tensor state =
            Scope.unowned(
                () ->
                    Resample.to(fields, box, grid)
                        .to(model.operator().parameters().device())
                        .copy());
        boolean[] lost = new boolean[count];
        try {
          for (int step = 1; step <= steps; step++) {
            cancellation.check();
            Tensor before = state;
            state = Scope.unowned(() -> model.step(before));
            before.close();
            try (Scope one = new Scope()) {
              double[] values = Resample.to(state, box, points).toDoubles();
              mark(lost, values);
              file.write(step, values);
            }
            listener.progress(step, steps, "");
          }
        } finally {
          state.close();
        }
        file.complete();
        int nonFinite = 0;
        for (boolean l : lost) {
          nonFinite += l ? 1 : 0;
        }
        return new Summary(count, nonFinite, grid, points);
      }
    }
  }

  private static void mark(boolean[] lost, double[] values) {
    int size = values.length / lost.length;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        lost[i / size] = true;
      }
    }
  }

  private static FlatSet description(ModelCard card, int count, int steps, Points points) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("equation", card.equation());
    attributes.put("predicted_by", card.spec().model());
    FieldShape shape = card.shape().on(points);
    return new FlatSet(
        "",
        FloatType.FLOAT32,
        count,
        steps + 1,
        shape.fields(),
        shape.grid(),
        card.dt(),
        attributes);
  }

  private static Tensor read(Path input, ModelCard card) {
    String name = input.getFileName().toString();
    return name.endsWith(".npy") ? fromNpy(input, card) : fromHdf5(input, card);
  }

  private static Tensor fromNpy(Path input, ModelCard card) {
    NpyArray array = Npy.read(input);
    requireFields(input, array.shape(), card.shape());
    return finite(input, Tensor.of(array.floats(), longs(array.shape())));
  }

  private static Tensor fromHdf5(Path input, ModelCard card) {
    // Only states are taken from it: what is at their edges, the model knows.
    List<Boundary> anything = List.of(card.shape().grid().axis(0).boundary());
    try (TrajectoryFile file = TrajectoryFile.open(input, anything)) {
      TrajectorySet set = file.setOrFirst("test");
      int count = Math.toIntExact(set.trajectories());
      long[] shape = set.grid().points().shape(count, set.channels());
      requireFields(input, Arrays.stream(shape).mapToInt(Math::toIntExact).toArray(), card.shape());
      return finite(input, set.fields(0, count, 0));
    }
  }

  private static void requireFields(Path input, int[] found, FieldShape shape) {
    boolean fits =
        found.length == shape.dimension() + 2
            && found[0] >= 1
            && found[1] == shape.channels()
            && Arrays.stream(found, 2, found.length).allMatch(n -> n >= 4);
    if (!fits) {
      throw new UserError(
          "%s: expected fields [batch, %d, %s], found %s. Save them in that shape."
              .formatted(
                  input,
                  shape.channels(),
                  shape.grid().axes().stream().map(Axis::name).collect(Collectors.joining(", ")),
                  Arrays.toString(found)));
    }
  }

  private static Tensor finite(Path input, Tensor fields) {
    if (!fields.allFinite()) {
      throw new UserError(
          input + ": expected finite numbers, found NaN or infinity. Clean the fields first.");
    }
    return fields;
  }

  private static long[] longs(int[] shape) {
    return Arrays.stream(shape).asLongStream().toArray();
  }
}
