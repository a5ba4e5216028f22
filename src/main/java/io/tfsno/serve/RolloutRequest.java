package io.tfsno.serve;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.serve.frame.Extras;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
    Initial initial = Initial.ofChannels(fields(array, shape.channels()));
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

  private static List<InitialField> fields(NpyArray array, int channels) {
    List<Double> values = Arrays.stream(array.doubles()).boxed().toList();
    int cells = values.size() / channels;
    return IntStream.range(0, channels)
        .mapToObj(c -> InitialField.of(values.subList(c * cells, (c + 1) * cells)))
        .toList();
  }

  /** {@code [channel, x...]}, or {@code [1, channel, x...]}, or {@code [x...]} for one channel. */
  private static void requireState(int[] found, FieldShape shape, Limits limits) {
    int lead = found.length - shape.dimension();
    boolean fits =
        switch (lead) {
          case 0 -> shape.channels() == 1;
          case 1 -> found[0] == shape.channels();
          case 2 -> found[0] == 1 && found[1] == shape.channels();
          default -> false;
        };
    if (!fits
        || !InitialField.proportional(
            Arrays.copyOfRange(found, lead, found.length), shape.points(), limits)) {
      String points = shape.points().text().replace(" x ", ", ");
      throw new Refusal(
          400,
          "an array [%d, %s] of %s, or the same proportions with 4 to %d points per axis"
              .formatted(shape.channels(), points, shape.text(), limits.points()),
          Arrays.toString(found),
          "Save the state in that shape.");
    }
  }
}
