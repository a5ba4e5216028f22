package io.tfsno.engine.kernel;

import io.tfsno.engine.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a kernel is given, by the names of its parameters and in their order, which a launch holds
 * against the declaration in the source:
 *
 * <pre>
 *   new Arguments().pointer("partial", partial).pointer("total", total).number("parts", parts)
 * </pre>
 */
public final class Arguments {
  /** Plain arrays: a launch outside of a graph should not wait for the collector. */
  private KernelParameter.Type[] types = new KernelParameter.Type[16];

  private String[] names = new String[16];
  private long[] values = new long[16];
  private int count;

  /** The memory of a tensor, which must be contiguous. */
  public Arguments pointer(String name, Tensor tensor) {
    if (tensor == null) {
      throw new IllegalArgumentException("no tensor for '" + name + "'");
    }
    return add(KernelParameter.Type.POINTER, name, tensor.handle.data_ptr().address());
  }

  /** The same; null for what the kernel does without. */
  public Arguments pointerOrNone(String name, Tensor tensor) {
    return tensor == null ? none(name) : pointer(name, tensor);
  }

  /** What the kernel does without. */
  public Arguments none(String name) {
    return add(KernelParameter.Type.POINTER, name, 0);
  }

  public Arguments number(String name, int value) {
    return add(KernelParameter.Type.INT, name, value);
  }

  public Arguments number(String name, long value) {
    return add(KernelParameter.Type.SIZE_T, name, value);
  }

  public Arguments number(String name, float value) {
    return add(KernelParameter.Type.FLOAT, name, Float.floatToRawIntBits(value));
  }

  private Arguments add(KernelParameter.Type type, String name, long value) {
    if (count == values.length) {
      types = Arrays.copyOf(types, 2 * count);
      names = Arrays.copyOf(names, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
    }
    types[count] = type;
    names[count] = name;
    values[count] = value;
    count++;
    return this;
  }

  /** Whether they are what a kernel declares. */
  boolean match(List<KernelParameter> declared) {
    if (count != declared.size()) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      KernelParameter parameter = declared.get(i);
      if (types[i] != parameter.type() || !names[i].equals(parameter.name())) {
        return false;
      }
    }
    return true;
  }

  /** Eight bytes; the kernel reads as many of them as its parameter has. */
  long value(int i) {
    return values[i];
  }

  @Override
  public String toString() {
    return IntStream.range(0, count).mapToObj(i -> types[i] + " " + names[i]).toList().toString();
  }
}
