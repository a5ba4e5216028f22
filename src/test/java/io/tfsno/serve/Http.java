package io.tfsno.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Talks to a service as a client would. */
final class Http {
  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  Http(StudioServer server) {
    this.url = server.url();
  }

  HttpResponse<byte[]> get(String path, String... headers) throws Exception {
    return send(request(path, headers).GET());
  }

  /** Posts JSON. */
  HttpResponse<byte[]> post(String path, String json, String... headers) throws Exception {
    return send(
        request(path, headers)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  HttpResponse<byte[]> post(String path, String type, byte[] body, String... headers)
      throws Exception {
    return send(
        request(path, headers).header("Content-Type", type).POST(BodyPublishers.ofByteArray(body)));
  }

  HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url).resolve(path));
    return headers.length == 0 ? builder : builder.headers(headers);
  }

  HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  static JsonNode json(HttpResponse<byte[]> answer) {
    return new JsonMapper().readTree(answer.body());
  }

  static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  /** The message of an answer that is an error. */
  static String error(HttpResponse<byte[]> answer) {
    return json(answer).path("error").asString();
  }
}
