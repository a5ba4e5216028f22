package io.tfsno.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tfsno.base.BuildInfo;
import io.tfsno.engine.EngineInfo;
import io.tfsno.nn.Execution;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Where a result comes from: code, platform, data, and how the training ended. What is null does
 * not apply, or is not known yet.
 *
 * @param engine versions and the native library
 * @param precision of GPU kernels
 * @param dataFile name of the data set, without its folder
 * @param split how many trajectories are for what, and by which rule
 * @param physicsConsistency of the data with their equation
 * @param ranks processes that trained together
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Provenance(
    String tfsno,
    String java,
    String system,
    Map<String, String> engine,
    String device,
    String precision,
    String dataFile,
    String dataSha256,
    long parameters,
    String started,
    Map<String, Object> split,
    Double physicsConsistency,
    Integer ranks,
    @JsonUnwrapped Outcome outcome) {

  /**
   * How a training ended.
   *
   * @param validationError the best one, which chose the weights
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Outcome(
      String finished, double seconds, int epochs, int bestEpoch, double validationError) {}

  /**
   * Of a training on this machine that starts now.
   *
   * @param consistency of the data with their equation; NaN for models that do not use it
   * @param team processes that train together, 1 for one alone
   */
  public static Provenance of(
      Path data,
      String sha256,
      Map<String, Object> split,
      Execution execution,
      long parameters,
      double consistency,
      int team) {
    return new Provenance(
        BuildInfo.version(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        EngineInfo.facts(),
        execution.device().toString(),
        execution.device().cuda() ? execution.precision() : null,
        data.getFileName().toString(),
        sha256,
        parameters,
        Instant.now().toString(),
        split,
        Double.isNaN(consistency) ? null : consistency,
        team == 1 ? null : team,
        null);
  }

  /** The same of a training that has ended, and was started at a time given as text. */
  public Provenance ended(String since, Outcome how) {
    return new Provenance(
        tfsno,
        java,
        system,
        engine,
        device,
        precision,
        dataFile,
        dataSha256,
        parameters,
        since,
        split,
        physicsConsistency,
        ranks,
        how);
  }
}
