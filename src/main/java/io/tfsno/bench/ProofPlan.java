package io.tfsno.bench;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.eval.statistics.PairedRatio;
import io.tfsno.run.ScoredSteps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Everything that chooses, written down before the test set is read: which model is claimed to beat
 * which, how both are trained, and on what they are scored. It is a suite to run and a claim to
 * judge:
 *
 * <pre>{@code
 * title: TF-SNO against its rivals
 * frozen: true
 * budget: full
 * protocol: v2
 * form: delta
 * step: 50
 * test: {seed: 7701, trajectories: {1d: 1000, 2d: 400}}
 * tuning: [1, 2]
 * seeds: {1d: [101, 102, 103], 2d: [101, 102, 103]}
 * equations:
 *   E1: {contender: local-gate, rivals: [fno, uno], others: [wno]}
 * }</pre>
 *
 * @param frozen whether its choices are made; until then it can be neither run nor judged
 * @param protocol name of a {@link Recipe}; null for the paper's
 * @param step of the rollout that errors are compared at
 * @param set of each equation's data that errors are compared on in place of the test set, such as
 *     {@code outside}; null for the test set
 * @param tuning seeds that chose, which a claim must not rest on
 * @param seeds to claim on, under "1d" and "2d"
 * @param otherSeeds with how many of them, the first ones, models that decide nothing are trained,
 *     under "1d" and "2d"; 3 unless said
 * @param family how many equations Holm's correction is over, where plans with other protocols make
 *     claims about the others; null for those of this plan
 * @param variants models of its own, in addition to the known ones; null for none
 */
public record ProofPlan(
    String title,
    boolean frozen,
    String budget,
    String protocol,
    Form form,
    int step,
    TestSet test,
    String set,
    List<Long> tuning,
    Map<String, List<Long>> seeds,
    Map<String, Integer> otherSeeds,
    Integer family,
    Map<String, Variant> variants,
    Map<String, Contest> equations) {
  static final String EQUATIONS = "equations";

  private static final int FEW_SEEDS = 3;

  static ProofPlan defaults() {
    return new ProofPlan(
        "A comparison",
        false,
        "full",
        null,
        Form.DELTA,
        ScoredSteps.HORIZON,
        null,
        null,
        List.of(1L, 2L),
        null,
        null,
        null,
        null,
        null);
  }

  public ProofPlan {
    otherSeeds = otherSeeds == null ? Map.of() : Map.copyOf(otherSeeds);
    requireSome(otherSeeds);
    variants = variants == null ? Map.of() : Map.copyOf(variants);
    equations = equations == null ? Map.of() : new LinkedHashMap<>(equations);
    if (family != null && family < equations.size()) {
      throw new UserError(
          "a family of at least the plan's %d equations".formatted(equations.size()),
          family.toString(),
          "Count the equations of all plans that belong together.");
    }
    if (step < 1) {
      throw new UserError("a step >= 1", Integer.toString(step), "Try 50.");
    }
    if (seeds != null) {
      seeds = Map.copyOf(seeds);
      seeds.values().forEach(Protocol::requireSeeds);
      requireApart(seeds, tuning);
    }
  }

  private static void requireSome(Map<String, Integer> otherSeeds) {
    if (otherSeeds.values().stream().anyMatch(n -> n < 1)) {
      throw new UserError(
          "1 or more seeds for other models",
          String.valueOf(otherSeeds),
          "Write otherSeeds: {1d: 3, 2d: 3}.");
    }
  }

  private static void requireApart(Map<String, List<Long>> seeds, List<Long> tuning) {
    for (List<Long> some : seeds.values()) {
      if (some.size() > PairedRatio.MOST || some.stream().anyMatch(tuning::contains)) {
        throw new UserError(
            "at most %d seeds to claim on, none of those for tuning".formatted(PairedRatio.MOST),
            "%s, tuning %s".formatted(some, tuning),
            "Claim on 101 and up.");
      }
    }
  }

  /** The scores of an entry that errors are compared by; null if it has none on that set. */
  public LedgerEntry.Test scores(LedgerEntry entry) {
    if (set == null) {
      return entry.tests().get(0);
    }
    return entry.tests().stream().filter(t -> isJudged(t.dataset())).findFirst().orElse(null);
  }

  private boolean isJudged(String scored) {
    return scored.endsWith("-" + set);
  }

  /** How many claims a correction for several tests has to cover. */
  public int claims() {
    return family == null ? equations.size() : family;
  }

  /**
   * Who is claimed to beat whom on an equation.
   *
   * @param others that are shown and decide nothing, trained with fewer seeds; null for none
   */
  public record Contest(String contender, List<String> rivals, List<String> others) {
    public Contest {
      if (contender == null || rivals == null || rivals.isEmpty() || rivals.contains(contender)) {
        throw new UserError(
            "a contender and other variants as its rivals",
            "%s and %s".formatted(contender, rivals),
            "Write {contender: tfsno, rivals: [fno, uno]}.");
      }
      rivals = List.copyOf(rivals);
      others = others == null ? List.of() : List.copyOf(others);
      if (others.contains(contender) || others.stream().anyMatch(rivals::contains)) {
        throw new UserError(
            "others that are neither the contender nor among its rivals",
            "%s with %s and %s".formatted(others, contender, rivals),
            "A model is trained either with all seeds or with a few of them.");
      }
    }

    /** Those that are trained with all seeds, the contender first. */
    List<String> full() {
      return Stream.concat(Stream.of(contender), rivals.stream()).toList();
    }

    /** All of them, the contender first. */
    public List<String> variants() {
      return Stream.concat(full().stream(), others.stream()).toList();
    }
  }

  /** The plan of a file, with its own models declared. */
  public static ProofPlan read(Path file, Declarations declarations) {
    declarations.suite(file.toString()); // checks it, and adds its variants
    return ConfigReader.read(file, ProofPlan.class);
  }

  /** The rules that its cells are trained and scored by. */
  public Protocol protocol(Declarations declarations) {
    return Protocol.of(declarations, budget, null, protocol, test);
  }

  /** The seeds to claim on for an equation. */
  public List<Long> seeds(int dimension) {
    List<Long> found = seeds == null ? null : seeds.get(dimension + "d");
    if (found == null) {
      throw new UserError(
          "seeds to claim on in %dD".formatted(dimension),
          String.valueOf(seeds),
          "Add the key '%dd' to seeds.".formatted(dimension));
    }
    return found;
  }

  /** The seeds of models that decide nothing on an equation: the first of those to claim on. */
  public List<Long> otherSeeds(int dimension) {
    int few = otherSeeds.getOrDefault(dimension + "d", FEW_SEEDS);
    return seeds(dimension).stream().limit(few).toList();
  }

  /** The seeds that a variant is trained with on an equation. */
  public List<Long> seeds(Contest contest, String variant, int dimension) {
    return contest.others().contains(variant) ? otherSeeds(dimension) : seeds(dimension);
  }

  /** The cells that a claim needs, and no others. */
  Suite suite(Declarations declarations) {
    if (!frozen) {
      throw new UserError(
          "a plan whose choices are made",
          "'frozen: false'",
          "Running it reads its test set. Choose by validation errors on the tuning seeds, set 'frozen: true' and commit the file first.");
    }
    if (test == null || equations.isEmpty()) {
      throw new UserError(
          "a plan with 'test' and 'equations'",
          "one of them missing",
          "Give both; see docs/reference/protocol.md.");
    }
    List<Suite.Block> blocks = new ArrayList<>();
    for (Map.Entry<String, Contest> each : equations.entrySet()) {
      Dataset data = declarations.dataset(each.getKey());
      requireScored(each.getKey(), data);
      int dimension = data.dimension();
      test.trajectories(dimension);
      List<String> equation = List.of(each.getKey());
      Contest contest = each.getValue();
      blocks.add(new Suite.Block(equation, contest.full(), List.of(form), seeds(dimension)));
      if (!contest.others().isEmpty()) {
        blocks.add(
            new Suite.Block(equation, contest.others(), List.of(form), otherSeeds(dimension)));
      }
    }
    return new Suite(title, blocks, variants, null, budget, protocol, test);
  }

  /** Before anything is trained: no run could be judged on a set that none is scored on. */
  private void requireScored(String equation, Dataset data) {
    if (set != null && data.scoredOn().stream().noneMatch(this::isJudged)) {
      throw new UserError(
          "a set that models of %s are scored on, which are %s"
              .formatted(equation, data.scoredOn()),
          "'set: %s'".formatted(set),
          "Leave 'set' out to compare errors on the test set; N1 to N6 have the set 'outside'.");
    }
  }
}
