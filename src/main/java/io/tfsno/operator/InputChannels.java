package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.cuda.FusedJoin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Conditions as networks see them: fields, and numbers that may be spread over the grid. */
public final class InputChannels {
  private final Inputs inputs;
  private final TimeFeatures time;

  public InputChannels(Inputs inputs, Constants constants) {
    this.inputs = inputs;
    this.time = inputs.time() == null ? null : new TimeFeatures(inputs.time(), constants);
  }

  public boolean isEmpty() {
    return inputs.isEmpty();
  }

  /** What varies over the grid, history first, {@code [sample, channel, x(, y, z)]} each. */
  public List<Tensor> fields(Conditions given) {
    List<Tensor> fields = new ArrayList<>();
    if (inputs.history() > 1) {
      fields.add(given.history());
    }
    if (!inputs.fields().isEmpty()) {
      fields.add(given.fields());
    }
    return fields;
  }

  /** What does not, parameters before time, {@code [number, sample]} each. */
  public List<Tensor> numbers(Conditions given) {
    List<Tensor> numbers = new ArrayList<>();
    if (!inputs.parameters().isEmpty()) {
      numbers.add(given.parameters().permute(1, 0));
    }
    if (time != null) {
      numbers.add(time.of(given.time()));
    }
    return numbers;
  }

  /**
   * The state and all that is given in addition to it as one field with the channel first, {@code
   * [channel, sample, x(, y, z)]}.
   *
   * @param u states {@code [sample, channel, x(, y, z)]}
   */
  public Tensor joined(Tensor u, Conditions given, GpuPath path) {
    if (isEmpty()) {
      return GridOperator.swapFirst(u);
    }
    if (time == null && FusedJoin.fits(path, u, given.history(), given.fields())) {
      return FusedJoin.of(
          path,
          u,
          inputs.history() == 1 ? null : given.history(),
          inputs.fields().isEmpty() ? null : given.fields(),
          inputs.parameters().isEmpty() ? null : given.parameters());
    }
    List<Tensor> channels = new ArrayList<>(List.of(GridOperator.swapFirst(u)));
    fields(given).forEach(field -> channels.add(GridOperator.swapFirst(field)));
    numbers(given).forEach(numbers -> channels.add(overTheGrid(numbers, u)));
    return Tensor.cat(0, channels.toArray(Tensor[]::new));
  }

  /** Numbers {@code [number, sample]}, the same at every point. */
  private static Tensor overTheGrid(Tensor numbers, Tensor u) {
    long[] thin = new long[u.rank()];
    Arrays.fill(thin, 1);
    thin[0] = numbers.size(0);
    thin[1] = numbers.size(1);
    long[] wide = u.shape();
    wide[0] = thin[0];
    wide[1] = thin[1];
    return numbers.reshape(thin).expand(wide);
  }
}
