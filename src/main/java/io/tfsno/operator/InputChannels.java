package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.cuda.FusedJoin;
import io.tfsno.operator.context.ContextCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Conditions as networks see them: fields, and numbers that may be spread over the grid. */
public final class InputChannels {
  private final Inputs inputs;
  private final TimeFeatures time;
  private final ContextCode context;
  private final boolean empty;

  /**
   * @param context of the operator; null for none
   */
  public InputChannels(FieldShape shape, Constants constants, ContextCode context) {
    inputs = shape.inputs();
    time = inputs.time() == null ? null : new TimeFeatures(inputs.time(), constants);
    this.context = inputs.contextChannels() ? context : null;
    empty = inputs.channels(shape.channels(), shape.dimension()) == 0;
  }

  public boolean isEmpty() {
    return empty;
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

  /** What does not: parameters, time, code of the context, {@code [number, sample]} each. */
  public List<Tensor> numbers(Conditions given) {
    List<Tensor> numbers = new ArrayList<>();
    if (!inputs.parameters().isEmpty()) {
      numbers.add(given.parameters().permute(1, 0));
    }
    if (time != null) {
      numbers.add(time.of(given.time()));
    }
    if (context != null) {
      numbers.add(context.of(given.context()));
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
    boolean constant = time == null && (context == null || !context.isLearnt());
    if (constant && FusedJoin.fits(path, u, given.history(), given.fields())) {
      return FusedJoin.of(
          path,
          u,
          inputs.history() == 1 ? null : given.history(),
          inputs.fields().isEmpty() ? null : given.fields(),
          constants(given));
    }
    List<Tensor> channels = new ArrayList<>(List.of(GridOperator.swapFirst(u)));
    fields(given).forEach(field -> channels.add(GridOperator.swapFirst(field)));
    numbers(given).forEach(numbers -> channels.add(overTheGrid(numbers, u)));
    return Tensor.cat(0, channels.toArray(Tensor[]::new));
  }

  /** Numbers that need no gradient, {@code [sample, number]}; null for none. */
  private Tensor constants(Conditions given) {
    Tensor parameters = inputs.parameters().isEmpty() ? null : given.parameters();
    if (context == null) {
      return parameters;
    }
    Tensor code = context.of(given.context()).permute(1, 0).contiguous();
    return parameters == null ? code : Tensor.cat(1, parameters, code);
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
