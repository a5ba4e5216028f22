package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** One float32 vector and its named views, declared in order and allocated at once. */
final class FlatBuffer implements AutoCloseable {
  private final Map<String, Parameter> parameters = new LinkedHashMap<>();
  private long count;
  private Tensor flat;

  Parameter declare(String name, Initialiser initialiser, long... shape) {
    if (flat != null) {
      throw new IllegalStateException("'" + name + "' was declared after the allocation");
    }
    List<Long> dimensions = LongStream.of(shape).boxed().toList();
    Parameter parameter = new Parameter(name, dimensions, count, initialiser);
    if (parameters.putIfAbsent(name, parameter) != null) {
      throw new IllegalArgumentException("'" + name + "' was declared twice");
    }
    count = Math.addExact(count, parameter.count());
    return parameter;
  }

  /**
   * Allocates and fills. The first values of a parameter depend on the seed and on its name only,
   * so that a network with one part taken away starts from the same weights elsewhere.
   */
  void allocate(Device device, long seed) {
    if (flat != null) {
      throw new IllegalStateException("allocated twice");
    }
    float[] values = new float[Math.toIntExact(count)];
    for (Parameter p : parameters.values()) {
      float[] part = new float[Math.toIntExact(p.count())];
      p.initialiser().fill(part, Rng.stream(seed, hash(p.name())));
      System.arraycopy(part, 0, values, Math.toIntExact(p.offset()), part.length);
    }
    flat = Scope.unowned(() -> Tensor.of(values, count).to(DType.FLOAT32).to(device));
    for (Parameter p : parameters.values()) {
      p.hold(viewOf(flat, p));
    }
  }

  /** The part of a vector of this length that belongs to a parameter, in its shape, unowned. */
  static Tensor viewOf(Tensor vector, Parameter p) {
    return Scope.unowned(
        () -> vector.narrow(0, p.offset(), p.count()).view(p.dimensions()).detach());
  }

  long count() {
    return count;
  }

  Tensor flat() {
    if (flat == null) {
      throw new IllegalStateException("not allocated yet, or closed");
    }
    return flat;
  }

  List<Parameter> entries() {
    return Collections.unmodifiableList(new ArrayList<>(parameters.values()));
  }

  Parameter find(String name) {
    return parameters.get(name);
  }

  @Override
  public void close() {
    if (flat == null) {
      return;
    }
    for (Parameter p : parameters.values()) {
      p.tensor().close();
      p.hold(null);
    }
    flat.close();
    flat = null;
  }

  /** FNV-1a. */
  private static long hash(String text) {
    long h = 0xCBF29CE484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      h = (h ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return h;
  }
}
