package io.tfsno.run;

import io.tfsno.base.UserError;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Moves a network's numbers to named tensors of a file and back. */
public final class Weights {
  private static final int PLAINLY_TOO_MANY = 8;
  private static final String OTHER_MODEL =
      "These weights belong to another model; use the run's own config.";

  private Weights() {}

  /** Every parameter and piece of state under its own name. */
  public static Map<String, StoredTensor> stored(Parameters parameters) {
    Map<String, StoredTensor> all = new LinkedHashMap<>();
    for (List<Parameter> group : List.of(parameters.entries(), parameters.stateEntries())) {
      for (Parameter p : group) {
        all.put(p.name(), packed(p, copied(p.tensor(), p.dimensions())));
      }
    }
    return all;
  }

  /**
   * Named tensors as files hold them. Files of earlier versions have rows of zeros that are not
   * trained, too.
   */
  public static Map<String, StoredTensor> packed(
      Map<String, StoredTensor> tensors, Parameters parameters) {
    Map<String, StoredTensor> all = new LinkedHashMap<>(tensors);
    for (Parameter p : parameters.entries()) {
      all.computeIfPresent(p.name(), (name, tensor) -> packed(p, tensor));
    }
    return all;
  }

  private static StoredTensor packed(Parameter p, StoredTensor tensor) {
    return Arrays.equals(tensor.shape(), p.dimensions())
        ? new StoredTensor(p.storedShape(), p.stored(tensor.values()))
        : tensor;
  }

  /**
   * The numbers of a tensor; what is made on the way is freed, in whatever scope this is called.
   */
  public static StoredTensor copied(Tensor tensor, long... shape) {
    try (Scope scope = new Scope()) {
      return new StoredTensor(shape, tensor.detach().toFloats());
    }
  }

  /**
   * Refuses metadata that claim far more numbers than there are, before room is made for them. What
   * is nearly right is left to {@link #load}, which names the tensor.
   */
  static void checkSize(Path file, Safetensors source, ModelCard card) {
    card.spec().check(card.shape());
    long expected = card.spec().parameterCount(card.shape());
    long found = source.names().stream().mapToLong(n -> source.get(n).values().length).sum();
    if (expected / PLAINLY_TOO_MANY > found) {
      throw mismatch(file, "at least " + expected + " numbers", Long.toString(found), OTHER_MODEL);
    }
  }

  /** Fills a network; names and shapes must agree, with or without rows that are not trained. */
  static void load(Path file, Safetensors source, Parameters parameters) {
    load(file, source, parameters, OTHER_MODEL);
  }

  /**
   * @param advice what to do where they do not
   */
  static void load(Path file, Safetensors source, Parameters parameters, String advice) {
    for (List<Parameter> group : List.of(parameters.entries(), parameters.stateEntries())) {
      for (Parameter p : group) {
        if (!source.names().contains(p.name())) {
          throw mismatch(file, "a tensor '" + p.name() + "'", "none", advice);
        }
        float[] values = values(file, source.get(p.name()), p, advice);
        try (Scope scope = new Scope();
            Autograd.Mode off = Autograd.off()) {
          p.tensor().copyInPlace(Tensor.of(values, p.dimensions()));
        }
      }
    }
    long expected = parameters.entries().size() + (long) parameters.stateEntries().size();
    if (source.names().size() != expected) {
      throw mismatch(file, expected + " tensors", Integer.toString(source.names().size()), advice);
    }
  }

  private static float[] values(Path file, StoredTensor found, Parameter p, String advice) {
    if (Arrays.equals(found.shape(), p.dimensions())) {
      return found.values();
    }
    if (!Arrays.equals(found.shape(), p.storedShape())) {
      throw mismatch(
          file,
          "'%s' of shape %s".formatted(p.name(), Arrays.toString(p.storedShape())),
          Arrays.toString(found.shape()),
          advice);
    }
    return p.restored(found.values());
  }

  private static UserError mismatch(Path file, String expected, String found, String advice) {
    return new UserError("%s: expected %s, found %s. %s".formatted(file, expected, found, advice));
  }
}
