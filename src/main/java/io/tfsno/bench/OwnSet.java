package io.tfsno.bench;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.generate.GenerationRequest;
import io.tfsno.data.parts.SetFiles;
import io.tfsno.run.Digest;
import io.tfsno.train.TrainConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A data set of the user, used as it is. Its files must be there when the suite is read. */
final class OwnSet implements Dataset {
  private static final String FILE = "file";

  private final String name;
  private final Path file;
  private final TrainConfig config;
  private final int dimension;
  private final long trajectories;
  private String sha256;

  /**
   * @param suite whose folder the path is relative to
   * @param given a path, or what a training's configuration holds under {@code data}, with {@code
   *     as} for another name than the file's
   */
  OwnSet(Path suite, JsonNode given) {
    ObjectNode section = section(given);
    List<String> paths = paths(suite, section, given);
    file = Path.of(SetFiles.together(paths));
    if (!SetFiles.exist(file)) {
      throw new UserError(
          "%s: expected a data set at %s, found none at %s. Paths are relative to the suite's file."
              .formatted(suite, section.get(FILE), file));
    }
    JsonNode named = section.remove("as");
    name = named == null ? named(paths.get(0)) : named.asString();
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.set("data", section);
    config = ConfigReader.bind(suite.toString(), tree, TrainConfig.class).dividing(file);
    try (TrajectoryFile opened = open(file)) {
      Splits splits = Splits.of(opened, config.data().split());
      if (splits.test().isEmpty()) {
        throw new UserError(
            "%s: expected trajectories to score models on in %s, found no part 'test'. Add one, or give 'split' a share for it."
                .formatted(suite, file));
      }
      dimension = splits.train().grid().dimension();
      trajectories =
          splits.train().trajectories()
              + splits.valid().map(TrajectorySet::trajectories).orElse(0L);
    }
  }

  private static ObjectNode section(JsonNode given) {
    return given instanceof ObjectNode object
        ? object.deepCopy()
        : JsonNodeFactory.instance.objectNode().put(FILE, given.asString(""));
  }

  /** What the paths of a section mean, seen from the suite's folder. */
  private static List<String> paths(Path suite, ObjectNode section, JsonNode given) {
    JsonNode files = section.path(FILE);
    List<String> named =
        files.isArray()
            ? files.valueStream().map(file -> file.asString("")).toList()
            : List.of(files.asString(""));
    if (named.isEmpty() || named.stream().anyMatch(String::isBlank)) {
      throw new UserError(
          "%s: expected the path of a data set under 'data', found %s. Write data: set.h5, or data: {file: set.h5, ...}."
              .formatted(suite, given));
    }
    Path here = suite.toAbsolutePath();
    return named.stream().map(path -> here.resolveSibling(path).normalize().toString()).toList();
  }

  /** The name of a file without its ending, for keys of cells. */
  private static String named(String path) {
    String stem = Path.of(path).getFileName().toString().replaceFirst("\\.[A-Za-z0-9]+$", "");
    return stem.replaceAll("[^A-Za-z0-9._]+", "-").replaceFirst("-$", "");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public List<String> scoredOn() {
    return List.of(name());
  }

  @Override
  public Path file(Path folder, Budget budget) {
    return file;
  }

  @Override
  public ObjectNode section() {
    JsonMapper json = JsonMapper.shared();
    ObjectNode all = (ObjectNode) json.readTree(json.writeValueAsString(config.data()));
    all.remove(FILE);
    all.removeNulls();
    return all;
  }

  @Override
  public Optional<GenerationRequest> request(Budget budget) {
    return Optional.empty();
  }

  @Override
  public Optional<GenerationRequest> request(TestSet wanted, Budget budget) {
    return Optional.empty();
  }

  @Override
  public TrajectoryFile open(Path path) {
    return config.data().open(path);
  }

  @Override
  public void check(Path path, TrajectoryFile opened, Protocol protocol) {
    // Any size will do.
  }

  @Override
  public TrajectorySet test(TrajectoryFile opened) {
    TrajectorySet test = Splits.of(opened, config.data().split()).test().orElseThrow();
    return test.every(config.data().stride());
  }

  @Override
  public long trajectories(Budget budget) {
    return trajectories;
  }

  @Override
  public boolean made(LedgerEntry entry) {
    return entry.failed() || digest().equals(entry.origin().data());
  }

  private synchronized String digest() {
    if (sha256 == null) {
      sha256 = Digest.sha256(file);
    }
    return sha256;
  }
}
