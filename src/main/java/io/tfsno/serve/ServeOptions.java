package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.nn.Execution;
import io.tfsno.serve.http.Limits;
import java.nio.file.Path;

/**
 * What to serve, and to whom.
 *
 * @param host address to listen on
 * @param port 0 for any free one
 * @param models folder of run folders; may be missing or empty
 * @param runs folder of trainings and ledgers to browse; null for none
 * @param token that requests must carry; null for none
 * @param threads CPU threads that one operation may use
 */
public record ServeOptions(
    String host,
    int port,
    Path models,
    Path runs,
    String token,
    Execution execution,
    int threads,
    Limits limits) {

  public ServeOptions {
    if (port < 0 || port > 65535) {
      throw new UserError("a port from 0 to 65535", Integer.toString(port), "Try 8080.");
    }
    if (token != null && !token.matches("[\\x21-\\x7e]{8,200}")) {
      throw new UserError(
          "a token of 8 to 200 visible ASCII characters",
          token.isEmpty() ? "an empty one" : "another",
          "Choose one, e.g. with: openssl rand -hex 16");
    }
  }

  /** On a device, with the usual arithmetic of a GPU. */
  public ServeOptions(
      String host,
      int port,
      Path models,
      Path runs,
      String token,
      Device device,
      int threads,
      Limits limits) {
    this(host, port, models, runs, token, Execution.on(device), threads, limits);
  }

  /** Serves a folder of models to this machine alone, on any free port. */
  public static ServeOptions local(Path models) {
    return new ServeOptions("127.0.0.1", 0, models, null, null, Device.CPU, 1, Limits.standard());
  }
}
