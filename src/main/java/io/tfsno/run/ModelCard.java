package io.tfsno.run;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.InputScales;
import io.tfsno.data.Normaliser;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.run.range.TrainingRange;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * What must be known to use trained weights: the model and its sizes, the fields it maps, how
 * values are normalised, and what one step means. It travels as text in the weights' own file.
 *
 * @param scales how conditions are standardised
 * @param equation name of the equation that made the training data, empty if unknown
 * @param dt time of one step
 * @param range where the training states lie; null where nobody has written it down
 */
public record ModelCard(
    OperatorSpec spec,
    FieldShape shape,
    Normaliser normaliser,
    InputScales scales,
    String equation,
    double dt,
    TrainingRange range) {

  /** Newest version of the run folder's files. A newer one is refused. */
  public static final int FORMAT_VERSION = 9;

  /** What models with symmetries are written as, which believe every number of a context. */
  private static final int WITHOUT_LIMIT = 8;

  /** What models that drift are written as whose predictions have no symmetries. */
  private static final int WITHOUT_SYMMETRY = 7;

  /** What models that keep means are written as whose predictions do not drift. */
  private static final int WITHOUT_DRIFT = 6;

  /** What models with a guard or an elapsed clock are written as that keep no means. */
  private static final int WITHOUT_MEANS = 5;

  /** What models with a context are written as that have neither a guard nor an elapsed clock. */
  private static final int WITHOUT_GUARD = 4;

  /** What models with conditions but no context are written as. */
  private static final int WITHOUT_CONTEXT = 3;

  /** What models without conditions are written as, so that older programs read them. */
  private static final int WITHOUT_CONDITIONS = 2;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Of a model that is given the present state alone. */
  public ModelCard(
      OperatorSpec spec, FieldShape shape, Normaliser normaliser, String equation, double dt) {
    this(spec, shape, normaliser, InputScales.NONE, equation, dt);
  }

  /** Of a model whose training states are not known. */
  public ModelCard(
      OperatorSpec spec,
      FieldShape shape,
      Normaliser normaliser,
      InputScales scales,
      String equation,
      double dt) {
    this(spec, shape, normaliser, scales, equation, dt, null);
  }

  /** Time between the first and the last of the states that a rollout starts from. */
  public double observedTime() {
    return (shape.inputs().observed() - 1) * dt;
  }

  /** Conditions in physical units as the operator takes them. */
  public Conditions standardised(Conditions given) {
    if (given.equals(Conditions.NONE)) {
      return given;
    }
    return new Conditions(
        given.history() == null ? null : standardisedHistory(given.history()),
        given.fields() == null ? null : scales.fields().normalise(given.fields()),
        given.parameters() == null ? null : scales.parameters().normalise(given.parameters()),
        given.time(),
        given.context());
  }

  private Tensor standardisedHistory(Tensor history) {
    long[] shape = history.shape();
    long[] states = shape.clone();
    states[1] = shape().channels();
    states[0] = shape[0] * (shape[1] / states[1]);
    return normaliser.normalise(history.reshape(states)).view(shape);
  }

  public Map<String, String> toMetadata() {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("format", "tfsno");
    metadata.put("format_version", Integer.toString(version()));
    metadata.put("model", ModelConfig.of(spec).given().toString());
    metadata.put("shape", MAPPER.writeValueAsString(shape));
    metadata.put("normaliser", MAPPER.writeValueAsString(normaliser));
    if (!scales.equals(InputScales.NONE)) {
      metadata.put("scales", MAPPER.writeValueAsString(scales));
    }
    metadata.put("equation", equation);
    metadata.put("dt", Double.toString(dt));
    if (range != null) {
      metadata.putAll(metadata(range));
    }
    return metadata;
  }

  /** What a card says of the training states, for weights whose card does not say it yet. */
  public static Map<String, String> metadata(TrainingRange range) {
    return Map.of("training_range", MAPPER.writeValueAsString(range));
  }

  /** The lowest that can say what the model is given. */
  private int version() {
    Inputs inputs = shape.inputs();
    if (inputs.context() != null && inputs.context().limit() != null) {
      return FORMAT_VERSION;
    }
    if (!inputs.symmetry().isEmpty()) {
      return WITHOUT_LIMIT;
    }
    if (inputs.drift()) {
      return WITHOUT_SYMMETRY;
    }
    if (!inputs.conserved().isEmpty()) {
      return WITHOUT_DRIFT;
    }
    if (inputs.guard() != null) {
      return WITHOUT_MEANS;
    }
    if (inputs.isEmpty()) {
      return WITHOUT_CONDITIONS;
    }
    if (inputs.time() != null && inputs.time().elapsed()) {
      return WITHOUT_MEANS;
    }
    return inputs.context() == null ? WITHOUT_CONTEXT : WITHOUT_GUARD;
  }

  /** The card of a run folder's weights, or of a {@code model.safetensors} by itself. */
  public static ModelCard read(Path path) {
    Path file = RunFolder.weights(path);
    return fromMetadata(file.toString(), Safetensors.readMetadata(file));
  }

  static ModelCard fromMetadata(String source, Map<String, String> metadata) {
    if (!"tfsno".equals(metadata.get("format"))) {
      throw new UserError(
          source
              + ": expected weights written by tfsno, found a safetensors file without its metadata."
              + " Point to a run folder made by 'tfsno train'.");
    }
    try {
      int version = Integer.parseInt(metadata.get("format_version"));
      if (version > FORMAT_VERSION) {
        throw new UserError(
            "%s: expected format version %d or older, found %d. Use a newer tfsno."
                .formatted(source, FORMAT_VERSION, version));
      }
      FieldShape shape = shape(MAPPER.readTree(metadata.get("shape")), version);
      JsonNode model = MAPPER.readTree(metadata.get("model"));
      return new ModelCard(
          ConfigReader.bind(source, model, ModelConfig.class).in(shape.dimension(), source),
          shape,
          normaliser(MAPPER.readTree(metadata.get("normaliser")), version),
          metadata.containsKey("scales")
              ? MAPPER.readValue(metadata.get("scales"), InputScales.class)
              : InputScales.NONE,
          metadata.getOrDefault("equation", ""),
          Double.parseDouble(metadata.get("dt")),
          metadata.containsKey("training_range")
              ? MAPPER.readValue(metadata.get("training_range"), TrainingRange.class)
              : null);
    } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
      throw new UserError(source + ": its metadata is damaged. Take another checkpoint.", e);
    }
  }

  /** Version 1 knew unnamed channels on periodic cubes only. */
  private static FieldShape shape(JsonNode stored, int version) {
    return version > 1
        ? MAPPER.treeToValue(stored, FieldShape.class)
        : new FieldShape(
            stored.get("dimension").intValue(),
            stored.get("points").intValue(),
            stored.get("channels").intValue(),
            stored.get("length").doubleValue());
  }

  /** Version 1 had one mean and one deviation for all channels. */
  private static Normaliser normaliser(JsonNode stored, int version) {
    return version > 1
        ? MAPPER.treeToValue(stored, Normaliser.class)
        : new Normaliser(stored.get("mean").doubleValue(), stored.get("deviation").doubleValue());
  }
}
