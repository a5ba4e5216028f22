package io.tfsno.serve.http;

import java.io.IOException;

/**
 * What is done for one method and path.
 *
 * @param open whether it is answered without a token
 */
public record Route(String method, String path, boolean open, Handler handler) {
  /** Answers a call, or throws a {@link Refusal}. */
  public interface Handler {
    void answer(Call call) throws IOException, InterruptedException;
  }

  public static Route get(String path, Handler handler) {
    return new Route("GET", path, false, handler);
  }

  public static Route openGet(String path, Handler handler) {
    return new Route("GET", path, true, handler);
  }

  public static Route post(String path, Handler handler) {
    return new Route("POST", path, false, handler);
  }
}
