package io.tfsno.serve;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.serve.frame.Extras;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a request asks to compute.
 *
 * @param spectra whether each state comes with its power spectrum
 * @param gates whether each state comes with the gains of the gates
 * @param profile the solver's settings; only for solutions
 */
record RolloutRequest(
    String model, Integer steps, Initial initial, Boolean spectra, Boolean gates, Profile profile) {

  /** How finely the solver works. */
  enum Profile {
    FAST,
    REFERENCE;

    Benchmark.Profile of(Benchmark benchmark) {
      return this == FAST ? benchmark.fast() : benchmark.reference();
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String SOURCE = "the request";
  private static final String NPY = "application/x-npy";

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(16)
                          .maxNumberLength(100)
                          .maxStringLength(10_000)
                          .build())
                  .build())
          .build();

  Extras extras() {
    return new Extras(Boolean.TRUE.equals(spectra), Boolean.TRUE.equals(gates));
  }

  Profile profileOrFast() {
    return profile == null ? Profile.FAST : profile;
  }

  /** JSON, or a NumPy array as the initial state with everything else in the query. */
  static RolloutRequest of(Call call, ModelShelf shelf, Limits limits) throws IOException {
    String type = call.contentType();
    if (type.equals(Call.JSON)) {
      return ConfigReader.bind(SOURCE, parse(call.body()), RolloutRequest.class);
    }
    if (type.equals(NPY)) {
      return withArray(call, shelf, limits);
    }
    throw new Refusal(
        415,
        "a body of type %s or %s".formatted(Call.JSON, NPY),
        type.isEmpty() ? "none" : "'" + Call.shown(type) + "'",
        "Set the header Content-Type.");
  }

  private static JsonNode parse(byte[] body) {
    try {
      return MAPPER.readTree(body);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      String reason = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
      throw new Refusal(
          400,
          "a JSON document",
          "an error near line %d: %s".formatted(line, Call.shown(reason)),
          "Correct it.");
    }
  }

  private static RolloutRequest withArray(Call call, ModelShelf shelf, Limits limits)
      throws IOException {
    ObjectNode keys = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, String> e : call.queries().entrySet()) {
      boolean flag = e.getValue().equals("true") || e.getValue().equals("false");
      if (flag) {
        keys.put(e.getKey(), e.getValue().equals("true"));
      } else {
        keys.put(e.getKey(), e.getValue());
      }
    }
    RolloutRequest asked = ConfigReader.bind(SOURCE, keys, RolloutRequest.class);
    if (asked.initial != null) {
      throw new Refusal(400, "the initial state in the body", "'initial' too", "Leave it out.");
    }
    FieldShape shape = shelf.entry(asked.model).card().shape();
    NpyArray array = read(call.body());
    requireState(array.shape(), shape, limits);
    Initial initial =
        new Initial(null, null, null, null, null, Arrays.stream(array.doubles()).boxed().toList());
    return new RolloutRequest(
        asked.model, asked.steps, initial, asked.spectra, asked.gates, asked.profile);
  }

  private static NpyArray read(byte[] body) throws IOException {
    Path file = Files.createTempFile("tfsno-upload", ".npy");
    try {
      Files.write(file, body);
      return Npy.read(file);
    } catch (UserError e) { // it names the file, which means nothing to the client
      throw new Refusal(400, e.getMessage().replace(file.toString(), "the body"));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** {@code [channel, N...]}, or {@code [1, channel, N...]}, or {@code [N...]} for one channel. */
  private static void requireState(int[] found, FieldShape shape, Limits limits) {
    int lead = found.length - shape.dimension();
    boolean fits = lead >= 0 && lead <= 2 && found.length > 0;
    for (int axis = 0; fits && axis < found.length; axis++) {
      int n = found[axis];
      fits =
          axis >= lead
              ? n == found[found.length - 1] && n >= 4 && n <= limits.points()
              : n == (axis == lead - 1 ? shape.channels() : 1);
    }
    if (!fits || (lead == 0 && shape.channels() > 1)) {
      throw new Refusal(
          400,
          "an array [%d, %s] with N from 4 to %d"
              .formatted(shape.channels(), shape.dimension() == 1 ? "N" : "N, N", limits.points()),
          Arrays.toString(found),
          "Save the state in that shape.");
    }
  }
}
