package io.tfsno.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.eval.BandCalibration;
import io.tfsno.eval.Scores;
import io.tfsno.eval.Summary;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What became of a cell.
 *
 * @param reason how its training diverged; null if it did not. Earlier versions entered accidents
 *     too
 * @param title the variant's name in tables
 * @param config its training in full
 * @param training null if it failed
 * @param tests its scores, on its own test split first; empty if it failed
 */
public record LedgerEntry(
    String key,
    String reason,
    Cell cell,
    String title,
    JsonNode config,
    Origin origin,
    Training training,
    List<Test> tests) {

  public boolean failed() {
    return reason != null;
  }

  /** Whether it failed because its training left the finite numbers, and not by an accident. */
  public boolean diverged() {
    return failed() && reason.startsWith("training diverged");
  }

  /** Whether it failed for no fault of its model, which earlier versions took for a result. */
  boolean accident() {
    return failed() && !diverged();
  }

  /** Whether nothing is missing that a result, or a failure, has. */
  boolean complete() {
    boolean scored =
        training != null
            && tests != null
            && !tests.isEmpty()
            && tests.stream().allMatch(Test::complete);
    return key != null && cell != null && config != null && origin != null && (failed() || scored);
  }

  /**
   * Where it was made.
   *
   * @param code digest of the program
   * @param data digest of the file it was trained on
   * @param protocol name of the {@link Recipe} that it was trained by; null for the paper's
   */
  public record Origin(
      String tfsno,
      String code,
      String data,
      String device,
      String precision,
      String engine,
      String started,
      String finished,
      @JsonInclude(JsonInclude.Include.NON_NULL) String protocol) {}

  /**
   * @param samplesPerSecond while training, validations included
   */
  public record Training(
      long parameters,
      int epochs,
      long updates,
      double seconds,
      double samplesPerSecond,
      double validationError,
      int validationHorizon,
      int bestEpoch) {}

  /**
   * @param dataset whose test split it is
   * @param data digest of its file
   * @param protocol how resolutions were bridged
   * @param rollouts one for each horizon, the shortest first
   * @param steps scores at some steps of the longest ones, whose beginning the others are
   * @param l2 mean relative error at every step of the longest ones
   * @param copying the same of copying the first state to every step: the yardstick
   * @param channels the scores of each channel at the same steps; null for one channel, and in
   *     ledgers that are older than it
   * @param seed master seed of a {@link TestSet} of the suite's own; null for the published one
   * @param gates what gates do with the energy of true states, block by block; null for models
   *     without gates, and in ledgers that are older than it
   */
  public record Test(
      String dataset,
      String data,
      int trajectories,
      String protocol,
      List<Rollout> rollouts,
      List<Scores.Step> steps,
      double[] l2,
      double[] copying,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<Scores.Channel> channels,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long seed,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<Gate> gates) {
    boolean complete() {
      return rollouts != null
          && !rollouts.isEmpty()
          && steps != null
          && l2 != null
          && copying != null;
    }

    /** The scores at a step; null if they were not kept. */
    public Scores.Step at(int step) {
      return steps.stream().filter(s -> s.step() == step).findFirst().orElse(null);
    }

    /** The mean error at the end of the first rollouts, which is what tables compare. */
    public double errorAtHorizon() {
      return at(rollouts.get(0).horizon()).l2().mean();
    }

    /** The rollouts of a horizon; null if there are none. */
    public Rollout of(int horizon) {
      return rollouts.stream().filter(r -> r.horizon() == horizon).findFirst().orElse(null);
    }
  }

  /**
   * The gate of a block; see {@link io.tfsno.eval.BandCalibration}.
   *
   * @param block its number, 1 first
   * @param effective R_eff, the correlation of power and gain; null where it is not defined
   * @param still how far its mean is from 1
   * @param adaptive how much it varies with the state
   */
  public record Gate(int block, Double effective, double still, double adaptive) {
    static Gate of(BandCalibration c) {
      Double effective = Double.isNaN(c.pearson()) ? null : c.pearson();
      return new Gate(c.block() + 1, effective, c.activity().still(), c.activity().adaptive());
    }
  }

  /**
   * The scores of rollouts of one length as a whole.
   *
   * @param overall over steps 1 to the horizon
   * @param psre at the last step
   * @param sce at the last step
   */
  public record Rollout(int horizon, Scores.Step overall, Summary psre, Summary sce) {}
}
