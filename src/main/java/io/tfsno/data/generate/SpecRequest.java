package io.tfsno.data.generate;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.generate.SetSpec.PartSpec;
import io.tfsno.data.generate.SetSpec.ProfileSpec;
import io.tfsno.pde.Equation;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What data of a {@link SetSpec} to make.
 *
 * @param benchmark the name of a specification that is shipped; null for others
 * @param folder where files named in the specification are looked for
 * @param counts trajectories of some sets, in place of the specification's
 * @param seed null for the specification's own
 * @param profile for all sets; null for each set's own
 * @param snapshots stored snapshots; 0 for the specification's number
 */
public record SpecRequest(
    SetSpec spec,
    String benchmark,
    Path folder,
    Map<String, Integer> counts,
    Long seed,
    String profile,
    int snapshots,
    Shard shard)
    implements GenerationRequest {

  public SpecRequest {
    counts = Map.copyOf(counts);
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      if (!spec.sets().containsKey(count.getKey())) {
        throw Names.unknown("set", count.getKey(), spec.sets().keySet());
      }
      if (count.getValue() < 0) {
        throw new UserError(
            "a count of trajectories >= 0", count.getValue().toString(), "Raise it.");
      }
    }
    if (snapshots != 0 && snapshots < 2) {
      throw new UserError("at least 2 snapshots", Integer.toString(snapshots), "Try 51.");
    }
  }

  @Override
  public String title() {
    return spec.label();
  }

  @Override
  public List<SetPlan> sets() {
    requireDifferentStreams();
    List<SetPlan> plans = new ArrayList<>();
    for (Map.Entry<String, PartSpec> set : spec.sets().entrySet()) {
      long all = counts.getOrDefault(set.getKey(), set.getValue().count());
      if (shard.size(all) > 0) {
        plans.add(plan(set.getKey(), set.getValue(), all));
      }
    }
    if (plans.isEmpty()) {
      throw new UserError(
          "at least one trajectory", "none in shard " + shard, "Ask for more, or fewer shards.");
    }
    return plans;
  }

  private void requireDifferentStreams() {
    Map<Integer, String> owners = new HashMap<>();
    spec.sets()
        .forEach(
            (name, set) -> {
              String other = owners.put(SpecSource.stream(name, set), name);
              if (other != null) {
                throw new UserError(
                    "sets with random streams of their own",
                    "'%s' and '%s' with the same".formatted(other, name),
                    "Add 'stream: n' to one of them, n from 4 to 255.");
              }
            });
  }

  private SetPlan plan(String name, PartSpec set, long all) {
    String label = profile != null ? profile : set.profile() == null ? "" : set.profile();
    ProfileSpec used = spec.profile(label);
    Grid grid = spec.grid(used);
    Grid solverGrid = spec.solverGrid(used);
    Coefficients coefficients = spec.coefficients(set);
    List<Equation> extremes = coefficients.corners().stream().map(spec.equation()::create).toList();
    Equation any = extremes.get(0);
    List<String> fields = any.type().fields();
    InitialStates states =
        (set.initial() != null ? set.initial() : spec.initial())
            .states(folder, spec.equation(), fields, new InitialSpec.Plan(grid, solverGrid, all));
    FlatSet flat =
        new FlatSet(
                name,
                FloatType.FLOAT32,
                shard.size(all),
                steps(used),
                fields,
                grid,
                spec.snapshots().interval(),
                attributes(name, set, label, any, coefficients, all))
            .with(conditions(coefficients, any));
    return new SetPlan(
        flat,
        label,
        shard.first(all),
        solverGrid,
        spec.substeps(used),
        spec.snapshots().skipped(),
        new SpecSource(spec, name, set, coefficients, states, any.autonomous(), seed()));
  }

  private int steps(ProfileSpec used) {
    int own = used.count() == null ? spec.snapshots().count() : used.count();
    return snapshots > 0 ? snapshots : own;
  }

  private static SetConditions conditions(Coefficients coefficients, Equation equation) {
    SetConditions conditions = SetConditions.ofParameters(Channel.named(coefficients.varying()));
    return equation.autonomous() ? conditions : conditions.withPhase();
  }

  @Override
  public Long seed() {
    return seed != null ? seed : spec.seed() != null ? spec.seed() : Benchmark.MASTER_SEED;
  }

  private Map<String, Object> attributes(
      String name, PartSpec set, String label, Equation any, Coefficients coefficients, long all) {
    ProfileSpec used = spec.profile(label);
    Map<String, Object> a = new LinkedHashMap<>(any.parameters());
    for (String varying : coefficients.varying()) {
      a.remove(varying);
      spec.equation().otherNames(varying).forEach(a::remove);
    }
    if (benchmark != null) {
      a.put("benchmark", benchmark);
    }
    a.put("equation", spec.equation().name());
    a.put(StatedEquation.ATTRIBUTE, StatedEquation.text(spec, set));
    a.put("split", name);
    a.put("first_index", shard.first(all));
    a.put("master_seed", seed());
    a.put("stream", SpecSource.key(spec, name, set));
    if (!label.isEmpty()) {
      a.put("profile", label);
    }
    a.put(FlatSet.SKIPPED, (long) spec.snapshots().skipped());
    a.put("solver_dt", spec.snapshots().interval() / spec.substeps(used));
    a.put("solver_resolution", resolution(spec.solverGrid(used)));
    a.put("original_resolution", resolution(spec.grid(used)));
    a.put("generator", "tfsno " + BuildInfo.version());
    return a;
  }

  /** One number where it serves all axes, else text. */
  static Object resolution(Grid grid) {
    Points points = grid.points();
    return points.equalAlongAxes() ? (Object) (long) points.last() : points.text();
  }
}
