package io.tfsno.serve.frame;

import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.TrajectoryHead;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The lines of {@link NdjsonFrames} as records, with the values as numbers: the length of a text
 * and of the numbers in bytes (two 32-bit integers), the text (JSON), the numbers (float32). All
 * little-endian.
 */
final class BinaryFrames implements FrameWriter {
  private static final float[] NOTHING = {};

  private final OutputStream out;

  BinaryFrames(Call call, TrajectoryHead head) throws IOException {
    out = call.begin(200, "application/x-tfsno-frames");
    record(new JsonMapper().writeValueAsString(head.document()), NOTHING);
  }

  @Override
  public void frame(Frame frame) throws IOException {
    record(FrameJson.open(frame).append('}').toString(), frame.values());
  }

  @Override
  public void end() throws IOException {
    record("{\"end\":true}", NOTHING);
    out.close();
  }

  @Override
  public void fail(String message) throws IOException {
    record(new JsonMapper().writeValueAsString(Map.of("error", message)), NOTHING);
    out.close();
  }

  private void record(String text, float[] values) throws IOException {
    byte[] json = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer =
        ByteBuffer.allocate(8 + json.length + 4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(json.length).putInt(4 * values.length).put(json);
    buffer.asFloatBuffer().put(values);
    out.write(buffer.array());
    out.flush();
  }
}
