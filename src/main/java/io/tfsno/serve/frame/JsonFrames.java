package io.tfsno.serve.frame;

import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.JsonNumbers;
import io.tfsno.serve.http.TrajectoryHead;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** One document: the head's keys, then {@code frames}, a list of states. */
final class JsonFrames implements FrameWriter {
  private final Call call;
  private final TrajectoryHead head;
  private final List<Frame> frames = new ArrayList<>();

  JsonFrames(Call call, TrajectoryHead head) {
    this.call = call;
    this.head = head;
  }

  @Override
  public void frame(Frame frame) {
    frames.add(frame);
  }

  @Override
  public void end() throws IOException {
    String start = new JsonMapper().writeValueAsString(head.document());
    try (OutputStream out = call.begin(200, Call.JSON)) {
      write(out, start.substring(0, start.length() - 1) + ",\"frames\":[");
      for (int i = 0; i < frames.size(); i++) {
        StringBuilder text = FrameJson.open(frames.get(i)).append(",\"values\":");
        JsonNumbers.write(text, frames.get(i).values());
        write(out, (i == 0 ? "" : ",\n") + text + "}");
      }
      write(out, "]}\n");
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }
}
