package io.tfsno.serve.frame;

import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.JsonNumbers;
import io.tfsno.serve.http.TrajectoryHead;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A line for the head, one for each state as it comes, and one that says how it ended. */
final class NdjsonFrames implements FrameWriter {
  private final OutputStream out;

  NdjsonFrames(Call call, TrajectoryHead head) throws IOException {
    out = call.begin(200, "application/x-ndjson");
    line(new JsonMapper().writeValueAsString(head.document()));
  }

  @Override
  public void frame(Frame frame) throws IOException {
    StringBuilder text = FrameJson.open(frame).append(",\"values\":");
    JsonNumbers.write(text, frame.values());
    line(text.append('}').toString());
  }

  @Override
  public void end() throws IOException {
    line("{\"end\":true}");
    out.close();
  }

  @Override
  public void fail(String message) throws IOException {
    line(new JsonMapper().writeValueAsString(Map.of("error", message)));
    out.close();
  }

  private void line(String text) throws IOException {
    out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
