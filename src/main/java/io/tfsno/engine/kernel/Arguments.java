package io.tfsno.engine.kernel;

import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a kernel is given, by the names of its parameters and in their order, which a launch holds
 * against the declaration in the source:
 *
 * <pre>
 *   new Arguments().pointer("partial", partial).pointer("total", total).number("parts", parts)
 * </pre>
 */
public final class Arguments {
  private final List<Parameter> parameters = new ArrayList<>();
  private long[] values = new long[16];

  /** The memory of a tensor, which must be contiguous. */
  public Arguments pointer(String name, Tensor tensor) {
    if (tensor == null) {
      throw new IllegalArgumentException("no tensor for '" + name + "'");
    }
    return add(Parameter.Type.POINTER, name, tensor.handle.data_ptr().address());
  }

  /** The same; null for what the kernel does without. */
  public Arguments pointerOrNone(String name, Tensor tensor) {
    return tensor == null ? none(name) : pointer(name, tensor);
  }

  /** What the kernel does without. */
  public Arguments none(String name) {
    return add(Parameter.Type.POINTER, name, 0);
  }

  public Arguments number(String name, int value) {
    return add(Parameter.Type.INT, name, value);
  }

  public Arguments number(String name, long value) {
    return add(Parameter.Type.SIZE_T, name, value);
  }

  public Arguments number(String name, float value) {
    return add(Parameter.Type.FLOAT, name, Float.floatToRawIntBits(value));
  }

  private Arguments add(Parameter.Type type, String name, long value) {
    if (parameters.size() == values.length) {
      values = Arrays.copyOf(values, 2 * values.length);
    }
    values[parameters.size()] = value;
    parameters.add(new Parameter(type, name));
    return this;
  }

  List<Parameter> parameters() {
    return parameters;
  }

  /** Eight bytes; the kernel reads as many of them as its parameter has. */
  long value(int i) {
    return values[i];
  }
}
