package io.tfsno.data.generate;

import io.tfsno.data.generate.SetSpec.PartSpec;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Laws;
import io.tfsno.spectral.Grid;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The trajectories of one set of a specification. Each has a random stream of its own, numbered by
 * family, set and index, which gives its initial state first and its coefficients next.
 *
 * @param autonomous whether the law stays the same as time goes on
 */
record SpecSource(
    SetSpec spec,
    String name,
    PartSpec set,
    Coefficients coefficients,
    InitialStates states,
    boolean autonomous,
    long seed)
    implements SetPlan.Source {
  /** The numbers that the benchmarks gave to their splits; 3 is for what lies outside a range. */
  private static final Map<String, Integer> STANDARD =
      Map.of("train", 0, "test", 1, "valid", 2, "outside", 3);

  /** The number of a set's streams in its family; other names are spread over the rest. */
  static int stream(String name, PartSpec set) {
    if (set.stream() != null) {
      return set.stream();
    }
    Integer standard = STANDARD.get(name);
    if (standard != null) {
      return standard;
    }
    CRC32 sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    return STANDARD.size() + (int) (sum.getValue() % (256 - STANDARD.size()));
  }

  /** The key of a set's first stream: family, set and index as the benchmarks have them. */
  static long key(SetSpec spec, String name, PartSpec set) {
    long family = spec.stream() == null ? 0 : spec.stream();
    return family << 40 | (long) stream(name, set) << 32;
  }

  @Override
  public SetPlan.Drawn draw(Grid solverGrid, long first, int count) {
    Rng[] streams = new Rng[count];
    for (int i = 0; i < count; i++) {
      streams[i] = Rng.stream(seed, key(spec, name, set) | (first + i));
    }
    boolean common = coefficients.areFixed();
    Tensor initial = states.draw(common, solverGrid, first, streams);
    List<Coefficients.Values> values = new ArrayList<>();
    for (Rng stream : streams) {
      values.add(coefficients.draw(stream));
    }
    return new SetPlan.Drawn(laws(common, values), initial, parameters(values), phases(values));
  }

  private Laws laws(boolean common, List<Coefficients.Values> values) {
    if (common) {
      return Laws.common(spec.equation().create(values.get(0)));
    }
    List<Equation> each = values.stream().map(spec.equation()::create).toList();
    return Laws.each(each);
  }

  private double[] parameters(List<Coefficients.Values> values) {
    List<String> names = coefficients.varying();
    return values.stream().flatMapToDouble(v -> names.stream().mapToDouble(v::number)).toArray();
  }

  /** Of what is stored: its time begins after the snapshots that were dropped. */
  private double[] phases(List<Coefficients.Values> values) {
    double dropped = spec.snapshots().skipped() * spec.snapshots().interval();
    return autonomous
        ? new double[0]
        : values.stream().mapToDouble(v -> v.phase() + dropped).toArray();
  }
}
