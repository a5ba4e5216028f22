package io.tfsno.data.feed;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The states of a window and what they depend on, as they were read; null for what nobody asks for.
 *
 * @param states {@code [step, sample, channel, x(, y, z)]}
 * @param fields {@code [step, sample, field, x(, y, z)]}
 * @param parameters {@code [sample, parameter]}
 * @param time {@code [step, sample]}
 * @param context {@code [sample, number]}
 */
record StreamedBlock(Tensor states, Tensor fields, Tensor parameters, Tensor time, Tensor context)
    implements BatchStates, AutoCloseable {
  /** The same through a function of each tensor. */
  StreamedBlock each(UnaryOperator<Tensor> map) {
    return new StreamedBlock(
        map.apply(states),
        fields == null ? null : map.apply(fields),
        parameters == null ? null : map.apply(parameters),
        time == null ? null : map.apply(time),
        context == null ? null : map.apply(context));
  }

  /** A copy that belongs to whoever closes it. */
  StreamedBlock kept() {
    return each(tensor -> Scope.unowned(tensor::copy));
  }

  /** Takes the values of another block of the same kind. */
  void sendInPlace(StreamedBlock host) {
    states.sendInPlace(host.states);
    if (fields != null) {
      fields.sendInPlace(host.fields);
    }
    if (parameters != null) {
      parameters.sendInPlace(host.parameters);
    }
    if (time != null) {
      time.sendInPlace(host.time);
    }
    if (context != null) {
      context.sendInPlace(host.context);
    }
  }

  @Override
  public long samples() {
    return states.size(1);
  }

  @Override
  public Tensor at(int offset) {
    return states.select(0, offset);
  }

  @Override
  public BatchConditions conditions(int offset) {
    return new BatchConditions(
        fields == null ? null : fields.select(0, offset),
        parameters,
        time == null ? null : time.select(0, offset),
        context);
  }

  @Override
  public BatchStates part(long first, long count) {
    return new StreamedBlock(
        states.narrow(1, first, count),
        fields == null ? null : fields.narrow(1, first, count),
        parameters == null ? null : parameters.narrow(0, first, count),
        time == null ? null : time.narrow(1, first, count),
        context == null ? null : context.narrow(0, first, count));
  }

  @Override
  public void close() {
    Stream.of(states, fields, parameters, time, context)
        .filter(t -> t != null)
        .forEach(Tensor::close);
  }
}
