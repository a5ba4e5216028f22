package io.tfsno.run;

import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Durable;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.nn.Parameters;
import io.tfsno.spectral.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Trained weights that another training starts from. The normaliser and the scales of conditions
 * come with them: without those they would mean something else.
 *
 * @param file the weights
 * @param run the name of the run they were trained in, without its folder
 * @param card what they were trained for
 */
public record StartingWeights(Path file, String run, ModelCard card) {

  /**
   * The weights of a run that a training starts from.
   *
   * @param from a run folder, or a file of weights
   * @param training the folder of the new training: once that has a copy, the copy is used, so that
   *     it needs no other folder to go on
   */
  public static StartingWeights of(Path from, Path training) {
    Path kept = training.resolve(RunFolder.START);
    Path file = Files.exists(kept) ? kept : RunFolder.weights(from);
    Path folder = from.toAbsolutePath().normalize();
    Path named = folder.toString().endsWith(".safetensors") ? folder.getParent() : folder;
    return new StartingWeights(file, String.valueOf(named.getFileName()), ModelCard.read(file));
  }

  public String sha256() {
    return Digest.sha256(file);
  }

  /** Fills a network of the same tensors; the first that differs is named in the refusal. */
  public void fill(Parameters parameters) {
    Weights.load(
        file,
        Safetensors.read(file),
        parameters,
        "The weights of '%s' do not fit this training's model: give it the same sizes and channels, or start without them."
            .formatted(run));
  }

  /** What the weights were trained for and the new training is not, in words. */
  public List<String> differences(ModelCard now) {
    List<String> found = new ArrayList<>();
    compare(found, "equation", card.equation(), now.equation());
    compare(found, "fields", names(card), names(now));
    compare(found, "grid", card.shape().grid().text(), now.shape().grid().text());
    compare(found, "step", "%.6g".formatted(card.dt()), "%.6g".formatted(now.dt()));
    return found;
  }

  private static void compare(List<String> found, String what, String before, String now) {
    if (!before.equals(now)) {
      found.add("%s: %s, before %s".formatted(what, shown(now), shown(before)));
    }
  }

  private static String shown(String text) {
    return text.isEmpty() ? "unknown" : text;
  }

  private static String names(ModelCard card) {
    return String.join(", ", Channel.names(card.shape().fields()));
  }

  /** Copies the weights into the folder of the new training. */
  public void keepIn(RunFolder training) {
    Path kept = training.file(RunFolder.START);
    if (Files.exists(kept)) {
      return;
    }
    Path part = DataFiles.partOf(kept);
    try {
      Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING);
      Durable.file(part);
      DataFiles.moveIntoPlace(part, kept);
    } catch (IOException e) {
      throw RunFolder.cannotWrite(kept, e);
    }
  }
}
