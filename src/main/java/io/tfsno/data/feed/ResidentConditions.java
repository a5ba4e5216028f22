package io.tfsno.data.feed;

import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Lines;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Conditions held on a device, standardised, and found by the rows of their states. Numbers stand
 * there once for each row; fields once for each trajectory or time that has its own.
 */
final class ResidentConditions implements AutoCloseable {
  private static final int CHUNK = 16;

  private final Tensor parameters;
  private final Tensor time;
  private final Table statics;
  private final Table forcings;
  private final Table contexts;

  /**
   * @param lines what is looked up
   * @param line for each row the line that belongs to it, {@code [row, 1]}; null for its own
   */
  private record Table(Tensor lines, Tensor line) {}

  private ResidentConditions(
      Tensor parameters, Tensor time, Table statics, Table forcings, Table contexts) {
    this.parameters = parameters;
    this.time = time;
    this.statics = statics;
    this.forcings = forcings;
    this.contexts = contexts;
  }

  /**
   * Those of trajectories {@code first .. first+count-1}; null where nothing is given.
   *
   * @param states of these trajectories, normalised on the device
   */
  static ResidentConditions load(
      TrajectorySet set,
      long first,
      int count,
      Points points,
      GivenInputs given,
      FirstStates.Source states,
      Device device) {
    if (given.isEmpty()) {
      return null;
    }
    ConditionTensors reader = new ConditionTensors(set, given.names(), points);
    return new Loading(reader, first, count, set.steps(), points, given, states, device).all();
  }

  /** Numbers that were made up, {@code [row, parameter]}, for measurements; owns them. */
  static ResidentConditions ofParameters(Tensor parameters) {
    return new ResidentConditions(parameters, null, null, null, null);
  }

  BatchConditions at(Tensor rows, int offset) {
    Tensor fixed = fields(statics, rows, offset);
    Tensor moving = fields(forcings, rows, offset);
    Tensor fields =
        fixed == null || moving == null
            ? (fixed == null ? moving : fixed)
            : Tensor.cat(1, fixed, moving);
    Tensor t = time == null ? null : some(time, rows, offset).view(-1);
    return new BatchConditions(
        fields,
        parameters == null ? null : some(parameters, rows, offset),
        t,
        fields(contexts, rows, offset));
  }

  private static Tensor fields(Table table, Tensor rows, int offset) {
    if (table == null) {
      return null;
    }
    long[] shape = table.lines.shape();
    Tensor flat = table.lines.view(shape[0], -1);
    shape[0] = rows.size(0);
    Tensor found =
        table.line == null
            ? some(flat, rows, offset)
            : Lines.some(flat, some(table.line, rows, offset).view(-1));
    return found.view(shape);
  }

  private static Tensor some(Tensor table, Tensor rows, int offset) {
    return Lines.some(table.narrow(0, offset, table.size(0) - offset), rows);
  }

  @Override
  public void close() {
    Stream.of(parameters, time).filter(t -> t != null).forEach(Tensor::close);
    for (Table table : new Table[] {statics, forcings, contexts}) {
      if (table != null) {
        table.lines.close();
        if (table.line != null) {
          table.line.close();
        }
      }
    }
  }

  private record Loading(
      ConditionTensors reader,
      long first,
      int count,
      int steps,
      Points points,
      GivenInputs given,
      FirstStates.Source states,
      Device device) {
    ResidentConditions all() {
      return new ResidentConditions(
          parameters(), given.timed() ? times() : null, statics(), forcings(), contexts());
    }

    private Table contexts() {
      return given.first() == null
          ? null
          : new Table(given.first().of(count, states), lineOfRow(row -> row / steps));
    }

    private Tensor parameters() {
      int width = reader.declared().parameters().size();
      return width == 0
          ? null
          : Scope.unowned(
              () -> {
                Tensor each =
                    given.scales().parameters().normalise(reader.parameters(first, count));
                Tensor rows = each.view(count, 1, width).expand(count, steps, width);
                return rows.reshape((long) count * steps, width).to(device);
              });
    }

    private Tensor times() {
      return Scope.unowned(
          () -> {
            Tensor[] columns = new Tensor[steps];
            for (int t = 0; t < steps; t++) {
              columns[t] = reader.time(given.clock(), first, count, t).view(count, 1);
            }
            return Tensor.cat(1, columns).reshape((long) count * steps, 1).to(device);
          });
    }

    private Table statics() {
      SetConditions declared = reader.declared();
      if (declared.statics().isEmpty()) {
        return null;
      }
      boolean shared = declared.statics().shared();
      int own = shared ? 1 : count;
      Tensor lines = room(own, declared.statics().count());
      fill(lines, own, 1, true);
      return new Table(lines, lineOfRow(row -> shared ? 0 : row / steps));
    }

    private Table forcings() {
      SetConditions declared = reader.declared();
      if (declared.forcings().isEmpty()) {
        return null;
      }
      boolean shared = declared.forcings().shared();
      int own = shared ? 1 : count;
      Tensor lines = room((long) own * steps, declared.forcings().count());
      fill(lines, own, steps, false);
      return new Table(lines, shared ? lineOfRow(row -> row % steps) : null);
    }

    private Tensor room(long lines, int channels) {
      long[] shape = points.shape(lines, channels);
      return Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device, shape));
    }

    private void fill(Tensor lines, int own, int perTrajectory, boolean fixed) {
      for (int i = 0; i < own; i += CHUNK) {
        int part = Math.min(CHUNK, own - i);
        try (Scope scope = new Scope()) {
          Tensor read =
              fixed
                  ? standardised(reader.statics(first + i, part), 0)
                  : standardised(
                      reader.forcings(first + i, part, 0, steps),
                      reader.declared().statics().count());
          lines.narrow(0, (long) i * perTrajectory, read.size(0)).copyInPlace(read.to(device));
        }
      }
    }

    private Tensor standardised(Tensor fields, int firstScale) {
      return given
          .scales()
          .fieldsFrom(firstScale, Math.toIntExact(fields.size(1)))
          .normalise(fields);
    }

    private Tensor lineOfRow(IntUnaryOperator line) {
      long[] lines = new long[count * steps];
      for (int row = 0; row < lines.length; row++) {
        lines[row] = line.applyAsInt(row);
      }
      return Scope.unowned(() -> Tensor.of(lines, lines.length, 1).to(device));
    }
  }
}
