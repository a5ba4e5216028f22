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
        all.put(p.name(), copied(p.tensor(), shape(p)));
      }
    }
    return all;
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

  /** Fills a network; names and shapes must agree exactly. */
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
        StoredTensor found = source.get(p.name());
        if (!Arrays.equals(found.shape(), shape(p))) {
          throw mismatch(
              file,
              "'%s' of shape %s".formatted(p.name(), p.shape()),
              Arrays.toString(found.shape()),
              advice);
        }
        try (Scope scope = new Scope();
            Autograd.Mode off = Autograd.off()) {
          p.tensor().copyInPlace(Tensor.of(found.values(), found.shape()));
        }
      }
    }
    long expected = parameters.entries().size() + (long) parameters.stateEntries().size();
    if (source.names().size() != expected) {
      throw mismatch(file, expected + " tensors", Integer.toString(source.names().size()), advice);
    }
  }

  private static long[] shape(Parameter p) {
    return p.shape().stream().mapToLong(Long::longValue).toArray();
  }

  private static UserError mismatch(Path file, String expected, String found, String advice) {
    return new UserError("%s: expected %s, found %s. %s".formatted(file, expected, found, advice));
  }
}
