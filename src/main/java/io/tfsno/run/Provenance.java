package io.tfsno.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tfsno.base.BuildInfo;
import io.tfsno.base.plugin.Plugins;
import io.tfsno.data.parts.SetFiles;
import io.tfsno.engine.EngineInfo;
import io.tfsno.nn.Execution;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
 * @param dataSha256 its digest: of the file, or of samples where it lies in several, see {@link
 *     Digest}
 * @param split how many trajectories are for what, and by which rule
 * @param physicsConsistency of the data with their equation
 * @param ranks processes that trained together
 * @param plugins jars of others that were loaded; null where there were none
 * @param startedFrom the trained weights it began with; null where they were drawn
 * @param extended how its length was changed on the way; null where it was not
 * @param changed how its configuration was changed on the way otherwise; null where it was not
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
    List<Plugin> plugins,
    StartedFrom startedFrom,
    List<Extension> extended,
    List<Change> changed,
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
   * @param jar its name, without its folder
   */
  public record Plugin(String jar, String sha256) {
    private static List<Plugin> loaded() {
      return Plugins.jars().isEmpty()
          ? null
          : Plugins.jars().stream().map(jar -> new Plugin(jar.name(), jar.sha256())).toList();
    }
  }

  /**
   * @param run its name, without its folder
   * @param weightsSha256 of the weights that were taken
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record StartedFrom(String run, String weightsSha256) {}

  /**
   * A change of a training's length.
   *
   * @param epoch epochs finished by then
   * @param before epochs it was to have
   * @param epochs it has since
   */
  public record Extension(int epoch, int before, int epochs, String at) {}

  /**
   * A change of a training's configuration that its user accepted.
   *
   * @param epoch epochs finished by then
   * @param keys what was changed, key by key
   */
  public record Change(int epoch, List<String> keys, String at) {}

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
        SetFiles.name(data),
        sha256,
        parameters,
        Instant.now().toString(),
        split,
        Double.isNaN(consistency) ? null : consistency,
        team == 1 ? null : team,
        Plugin.loaded(),
        null,
        null,
        null,
        null);
  }

  /** The same of a training that began with the weights of another. */
  public Provenance startedFrom(StartingWeights start) {
    StartedFrom from = new StartedFrom(start.run(), start.sha256());
    return with(started, from, extended, changed, outcome);
  }

  /**
   * The same of a training that has ended.
   *
   * @param since when it was started
   * @param lengths it was given on the way
   * @param changes of its configuration otherwise
   */
  public Provenance ended(
      String since, List<Extension> lengths, List<Change> changes, Outcome how) {
    return with(
        since,
        startedFrom,
        lengths.isEmpty() ? null : lengths,
        changes.isEmpty() ? null : changes,
        how);
  }

  private Provenance with(
      String since, StartedFrom from, List<Extension> lengths, List<Change> changes, Outcome how) {
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
        plugins,
        from,
        lengths,
        changes,
        how);
  }
}
