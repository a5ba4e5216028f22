package io.tfsno.cli;

import java.io.PrintWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints one JSON document on standard output. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Json() {}

  static void print(PrintWriter out, Object document) {
    out.println(MAPPER.writeValueAsString(document));
    out.flush();
  }
}
