package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong requests: the status, and a sentence that says what to do. */
class RequestErrorsTest {
  private static StudioServer server;
  private static Http http;

  @BeforeAll
  static void start() throws Exception {
    server = StudioServer.start(ServeOptions.local(SmallModels.folder()));
    http = new Http(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"model":"tiny-tfno","steps":1,"initial":{"seed":1}} | 404 | unknown model 'tiny-tfno': did you mean 'tiny-fno'?
          {"model":"../tiny-fno","steps":1,"initial":{"seed":1}} | 404 | unknown model '../tiny-fno'
          {"model":"tiny-fno/../tiny-fno","steps":1,"initial":{"seed":1}} | 404 | unknown model
          {"steps":1,"initial":{"seed":1}} | 400 | expected the key 'model', found none. Name one of tiny-2d, tiny-fno, tiny-tfsno.
          {"model":"tiny-fno","initial":{"seed":1}} | 400 | expected 'steps' from 1 to 10000, found none.
          {"model":"tiny-fno","steps":0,"initial":{"seed":1}} | 400 | expected 'steps' from 1 to 10000, found 0.
          {"model":"tiny-fno","steps":10001,"initial":{"seed":1}} | 400 | expected 'steps' from 1 to 10000, found 10001.
          {"model":"tiny-fno","steps":"many","initial":{"seed":1}} | 400 | expected a number
          {"model":"tiny-fno","steps":9999,"initial":{"seed":1}} | 413 | Ask for fewer steps, or for a stream
          {"model":"tiny-fno","steps":1} | 400 | expected the key 'initial', found none.
          {"model":"tiny-fno","steps":1,"initial":{}} | 400 | expected one of 'seed', 'waves', 'values' and 'channels' in 'initial', found 0 of them.
          {"model":"tiny-fno","steps":1,"initial":{"seed":1,"values":[1,2,3,4]}} | 400 | found 2 of them. Give one.
          {"model":"tiny-fno","steps":1,"initial":{"sed":1}} | 400 | unknown key 'initial.sed': did you mean 'initial.seed'?
          {"model":"tiny-fno","steps":1,"initial":{"seed":4294967296}} | 400 | expected 'seed' from 0 to 4294967295, found 4294967296.
          {"model":"tiny-fno","steps":1,"initial":{"seed":-1}} | 400 | expected 'seed' from 0 to 4294967295, found -1.
          {"model":"tiny-fno","steps":1,"initial":{"seed":1,"modes":99}} | 400 | expected 'modes' from 1 to 32, found 99.
          {"model":"tiny-fno","steps":1,"initial":{"seed":1,"amplitude":-1}} | 400 | expected 'amplitude' above 0
          {"model":"tiny-fno","steps":1,"initial":{"values":[1,2]}} | 400 | expected 256 values for u, or the same proportions with 4 to 2048 points per axis, found 2.
          {"model":"tiny-2d","steps":1,"initial":{"values":[1,2,3,4,5]}} | 400 | expected 64 x 64 values for u, or the same proportions
          {"model":"tiny-fno","steps":1,"initial":{"values":[1,2,3,1e30]}} | 400 | expected values between -1e6 and 1e6
          {"model":"tiny-fno","steps":1,"initial":{"waves":[{"amplitude":1,"wavenumber":[1,2]}]}} | 400 | expected a wavenumber for each of 1 axes, found [1, 2].
          {"model":"tiny-fno","steps":1,"profile":"fast","initial":{"seed":1}} | 400 | expected 'profile' with /api/solve
          {"model":"tiny-fno","steps":1,"steps":2,"initial":{"seed":1}} | 400 | expected a JSON document
          {"model" | 400 | expected a JSON document
          [1,2] | 400 | expected a group of keys
          """)
  void rollout_askedForWrongly_saysWhatToDo(String body, int status, String message)
      throws Exception {
    HttpResponse<byte[]> answer = http.post("/api/rollout", body);
    assertThat(Http.error(answer)).contains(message);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
  }

  @Test
  void body_ofAnotherType_isRefused() throws Exception {
    HttpResponse<byte[]> answer =
        http.post("/api/rollout", "text/plain", "{}".getBytes(StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).isEqualTo(415);
    assertThat(Http.error(answer))
        .isEqualTo(
            "expected a body of type application/json or application/x-npy, found 'text/plain'. Set the header Content-Type.");
  }

  @Test
  void answer_ofUnknownType_isRefused() throws Exception {
    HttpResponse<byte[]> answer = http.post("/api/rollout", "{}", "Accept", "image/png");
    assertThat(answer.statusCode()).isEqualTo(406);
    assertThat(Http.error(answer)).contains("application/x-ndjson").contains("'image/png'");
  }

  @Test
  void upload_thatIsNoArray_isRefusedWithoutAPath() throws Exception {
    HttpResponse<byte[]> answer =
        http.post(
            "/api/rollout?model=tiny-fno&steps=1", "application/x-npy", new byte[] {1, 2, 3, 4});
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Http.error(answer))
        .isEqualTo(
            "the body: expected a NumPy .npy file, found other bytes at its start. Save the array with numpy.save.");
  }

  @Test
  void body_thatIsTooLarge_isRefused() throws Exception {
    HttpResponse<byte[]> answer =
        http.post("/api/rollout", "application/json", new byte[(4 << 20) + 1]);
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(Http.error(answer)).startsWith("expected a body of at most 4194304 bytes");
  }

  @Test
  void state_thatTheSolverCannotFollow_isTold() throws Exception {
    String request =
        "{\"model\":\"tiny-fno\",\"steps\":50,\"initial\":{\"seed\":1,\"amplitude\":1000}}";
    HttpResponse<byte[]> whole = http.post("/api/solve", request);
    assertThat(whole.statusCode()).isEqualTo(422);
    assertThat(Http.error(whole)).contains("became infinite").contains("Lower the amplitude");
    HttpResponse<byte[]> stream =
        http.post("/api/solve", request, "Accept", "application/x-ndjson");
    assertThat(stream.statusCode()).isEqualTo(200);
    assertThat(Http.text(stream).lines().reduce((a, b) -> b).orElse(""))
        .startsWith("{\"error\":\"expected a state that the solver can follow");
  }
}
