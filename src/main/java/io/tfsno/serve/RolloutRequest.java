package io.tfsno.serve;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.serve.frame.Extras;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.JsonBody;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a request asks to compute.
 *
 * @param spectra whether each state comes with its power spectrum
 * @param gates whether each state comes with the gains of the gates
 * @param memory whether the first state comes with what the model remembers, and gains with what
 *     they would be without it
 * @param profile the solver's settings; only for solutions
 * @param parameters values of parameters by name
 * @param hidden coefficients of the law that the model is not told, by name
 * @param time of the first state
 * @param fields known fields by name
 * @param history states before the first one, the oldest first, {@code [channel * x * y * z]} each
 */
record RolloutRequest(
    String model,
    Integer steps,
    Initial initial,
    Boolean spectra,
    Boolean gates,
    Boolean memory,
    Profile profile,
    Map<String, Double> parameters,
    Map<String, Double> hidden,
    Double time,
    Map<String, KnownValues> fields,
    List<FieldValues> history) {

  private static final String SOURCE = "the request";

  /** Groups of numbers by name, {@code parameters.nu} in a query. */
  private static final List<String> GROUPS = List.of("parameters", "hidden");

  private static final String NPY = "application/x-npy";

  Extras extras() {
    return new Extras(
        Boolean.TRUE.equals(spectra), Boolean.TRUE.equals(gates), Boolean.TRUE.equals(memory));
  }

  Profile profileOrFast() {
    return profile == null ? Profile.FAST : profile;
  }

  /** JSON, or a NumPy array as the initial state with everything else in the query. */
  static RolloutRequest of(Call call, ModelShelf shelf, Limits limits) throws IOException {
    String type = call.contentType();
    if (type.equals(Call.JSON)) {
      return ConfigReader.bind(SOURCE, JsonBody.parse(call.body()), RolloutRequest.class);
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

  private static RolloutRequest withArray(Call call, ModelShelf shelf, Limits limits)
      throws IOException {
    ObjectNode keys = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, String> e : call.queries().entrySet()) {
      boolean flag = e.getValue().equals("true") || e.getValue().equals("false");
      if (GROUPS.contains(e.getKey())) {
        throw new UserError(
            "'%s.NAME' in a query, with the name of a number".formatted(e.getKey()),
            "'%s' alone".formatted(e.getKey()),
            "Try '%s.nu=0.01'.".formatted(e.getKey()));
      }
      String[] path = e.getKey().split("[.]", 2);
      if (flag) {
        keys.put(e.getKey(), e.getValue().equals("true"));
      } else if (path.length == 2 && GROUPS.contains(path[0])) {
        keys.withObjectProperty(path[0]).put(path[1], e.getValue());
      } else {
        keys.put(e.getKey(), e.getValue());
      }
    }
    RolloutRequest asked = ConfigReader.bind(SOURCE, keys, RolloutRequest.class);
    if (asked.initial != null) {
      throw new Refusal(400, "the initial state in the body", "'initial' too", "Leave it out.");
    }
    FieldShape shape = shelf.entry(asked.model).card().shape();
    UploadedStates states = UploadedStates.read(call.body(), shape, limits);
    return asked.startingFrom(states.initial(), states.history());
  }

  /** Without the states and fields, which may be large. */
  RolloutRequest settings() {
    return new RolloutRequest(
        model, steps, null, spectra, gates, memory, profile, parameters, hidden, time, null, null);
  }

  private RolloutRequest startingFrom(Initial state, List<FieldValues> before) {
    return new RolloutRequest(
        model,
        steps,
        state,
        spectra,
        gates,
        memory,
        profile,
        parameters,
        hidden,
        time,
        fields,
        before);
  }
}
