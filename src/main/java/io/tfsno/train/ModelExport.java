package io.tfsno.train;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Operator;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import io.tfsno.run.StoredProvenance;
import io.tfsno.run.Weights;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.spectral.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns a run into a folder to publish: most weights in half precision, its configuration and where
 * it comes from, without anything of the machine it was made on. It is used like a run folder.
 */
public final class ModelExport {
  /**
   * Tensors with a smaller part of a network's numbers, modes that files leave out included, stay
   * in float32: biases and maps over channels, which every value of a field meets. They are a few
   * per cent of a model, and rounding them once doubled the error of a long rollout.
   */
  private static final double SMALL_PART = 0.01;

  private ModelExport() {}

  /**
   * @param dataFile what the exported configuration calls its data set; null for {@code data/} and
   *     the name it had
   * @param trainingData data of the training, to write down where its states lie; null to leave
   *     that as the run has it
   * @return size of the weights in bytes
   */
  public static long write(Path run, Path out, String dataFile, Path trainingData, boolean force) {
    Path model = run.resolve(RunFolder.MODEL);
    if (!Files.exists(model) || !Files.exists(run.resolve(RunFolder.CONFIG))) {
      throw new UserError(
          "%s: expected a run folder with %s and %s, found none. Train first, or check the path."
              .formatted(run, RunFolder.CONFIG, RunFolder.MODEL));
    }
    TrainConfig config = ConfigReader.read(run.resolve(RunFolder.CONFIG), TrainConfig.class);
    Safetensors source = Safetensors.read(model);
    ModelCard card = ModelCard.read(run);
    Map<String, String> metadata = new LinkedHashMap<>(source.metadata());
    if (trainingData != null) {
      TrainingRange range = range(config, card, trainingData);
      metadata.putAll(ModelCard.metadata(range));
    }
    Map<String, Object> provenance = provenance(run);
    try (RunFolder folder = RunFolder.create(out, force);
        Operator declared = card.spec().declare(card.shape())) {
      folder.writeJson(RunFolder.PROVENANCE, provenance);
      Path weights = folder.file(RunFolder.MODEL);
      Parameters parameters = declared.parameters();
      int small = (int) (SMALL_PART * parameters.count());
      Safetensors.writeHalf(weights, Weights.packed(tensors(source), parameters), small, metadata);
      // Last: what was cut short is no run, and stands in nobody's way.
      folder.writeConfig(dataFile != null ? config.withDataFile(dataFile) : config.published());
      return Files.size(weights);
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot be written: %s. Check the folder.".formatted(out, e.getMessage()), e);
    } finally {
      deleteLock(out);
    }
  }

  /** Of the states that a training by this configuration learns from. */
  private static TrainingRange range(TrainConfig config, ModelCard card, Path file) {
    try (TrajectoryFile data = config.data().open(file)) {
      LearningSets sets = LearningSets.of(config, file, data);
      TrajectorySet set = sets.training();
      FieldShape model = card.shape();
      requireConditions(file, set, model.inputs());
      boolean alike =
          set.channels() == model.channels()
              && set.grid().with(model.points()).equals(model.grid())
              && Math.abs(set.dt() - card.dt()) <= 1e-6 * card.dt();
      if (!alike) {
        throw new UserError(
            "%s: expected %d channel(s) on the box of %s every %.6g, as the model was trained on, found %d on %s every %.6g. Name the data of its training."
                .formatted(
                    file,
                    model.channels(),
                    model.grid().text(),
                    card.dt(),
                    set.channels(),
                    set.grid().text(),
                    set.dt()));
      }
      return model.inputs().remembers()
          ? withContext(config, card, file)
          : TrainingData.rangeButContext(set, sets.used(), model.inputs());
    }
  }

  private static void requireConditions(Path file, TrajectorySet set, Inputs inputs) {
    SetConditions found = set.conditions().declared();
    List<String> missing = new ArrayList<>(absent(inputs.parameters(), found.parameters()));
    missing.addAll(absent(inputs.fields(), found.fields()));
    if (!missing.isEmpty()) {
      throw new UserError(
          "%s: expected %s, as the model was trained with, found no such condition. Name the data of its training."
              .formatted(file, String.join(", ", missing)));
    }
  }

  private static List<String> absent(List<Channel> wanted, List<Channel> found) {
    List<String> names = Channel.names(found);
    return Channel.names(wanted).stream().filter(name -> !names.contains(name)).toList();
  }

  /** What a model remembers is computed from data that are loaded as for its training. */
  private static TrainingRange withContext(TrainConfig config, ModelCard card, Path file) {
    try (TrainingData data = TrainingData.load(config, file, Device.CPU, card, null)) {
      return data.range();
    }
  }

  private static Map<String, StoredTensor> tensors(Safetensors source) {
    Map<String, StoredTensor> all = new LinkedHashMap<>();
    source.names().forEach(name -> all.put(name, source.get(name)));
    return all;
  }

  /** That of the run, without paths of its machine, and what became of the weights. */
  private static Map<String, Object> provenance(Path run) {
    Map<String, Object> all = new LinkedHashMap<>();
    Optional<StoredProvenance> stored = StoredProvenance.in(run);
    if (stored.isPresent()) {
      ObjectNode known = stored.get().document();
      if (known.get("engine") instanceof ObjectNode engine) {
        engine.remove("library");
        engine.put(
            "native runtime",
            engine.path("native runtime").asString("").split(" installed in ", 2)[0]);
      }
      for (Map.Entry<String, JsonNode> entry : known.properties()) {
        all.put(entry.getKey(), entry.getValue());
      }
    }
    all.putIfAbsent( // a model that was exported before has been rounded before
        "weights",
        "half precision (F16), rounded to the nearest from float32; small tensors in float32");
    return all;
  }

  /** A folder to publish holds no file that only writers need. */
  private static void deleteLock(Path out) {
    try {
      Files.deleteIfExists(out.resolve(RunFolder.LOCK));
    } catch (IOException e) {
      throw new UserError("%s: cannot be written: %s.".formatted(out, e.getMessage()), e);
    }
  }
}
