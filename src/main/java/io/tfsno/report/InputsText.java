package io.tfsno.report;

import io.tfsno.operator.Inputs;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.context.ContextSpec.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a model is given, in a few words. */
final class InputsText {
  private InputsText() {}

  static String of(Inputs inputs) {
    List<String> parts = new ArrayList<>();
    parts.add(inputs.history() == 1 ? "given the state" : "given " + inputs.history() + " states");
    inputs.parameters().forEach(parameter -> parts.add(parameter.name()));
    inputs.fields().forEach(field -> parts.add(field.name()));
    if (inputs.time() != null) {
      parts.add("time");
    }
    if (inputs.context() != null && inputs.context().used()) {
      parts.add(memory(inputs.context()));
    }
    return String.join(", ", parts);
  }

  private static String memory(ContextSpec context) {
    String features =
        context.features().stream()
            .map(feature -> feature.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(" and "));
    return "%s of %d states, %s".formatted(features, context.states(), place(context.to()));
  }

  private static String place(Use to) {
    return switch (to) {
      case GATE -> "to its gates";
      case CHANNELS -> "as channels";
      case BOTH -> "to its gates and as channels";
      case NONE -> "as a shift"; // where only model.context.phase looks at it
    };
  }
}
