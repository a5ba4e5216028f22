package io.tfsno.serve.frame;

import io.tfsno.data.npy.Npy;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.TrajectoryHead;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A NumPy array, float32 {@code [steps+1, channel, x(, y, z)]}. */
final class NpyFrames implements FrameWriter {
  private final Call call;
  private final TrajectoryHead head;
  private final List<float[]> states = new ArrayList<>();

  NpyFrames(Call call, TrajectoryHead head) {
    this.call = call;
    this.head = head;
  }

  @Override
  public void frame(Frame frame) {
    states.add(frame.values());
  }

  @Override
  public void end() throws IOException {
    List<Integer> shape = new ArrayList<>(head.state());
    shape.add(0, states.size());
    byte[] start = Npy.header(shape.stream().mapToInt(Integer::intValue).toArray());
    ByteBuffer block = ByteBuffer.allocate(4 * head.stateSize()).order(ByteOrder.LITTLE_ENDIAN);
    call.responseHeader("Content-Disposition", Hdf5Frames.attachment(head, "npy"));
    try (OutputStream out = call.begin(200, "application/x-npy")) {
      out.write(start);
      for (float[] state : states) {
        block.asFloatBuffer().put(state);
        out.write(block.array());
      }
    }
  }
}
