package io.tfsno.serve.frame;

import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Refusal;
import io.tfsno.serve.http.TrajectoryHead;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A way to send a trajectory.
 *
 * @param streams whether states are sent as they come; else the answer is one piece
 */
public record Format(String mediaType, boolean streams, Writer writer) {
  /** Starts an answer. */
  public interface Writer {
    FrameWriter open(Call call, TrajectoryHead head) throws IOException;
  }

  /** The first is what a client gets that does not ask for one. */
  private static final List<Format> ALL =
      List.of(
          new Format(Call.JSON, false, JsonFrames::new),
          new Format("application/x-ndjson", true, NdjsonFrames::new),
          new Format("application/x-tfsno-frames", true, BinaryFrames::new),
          new Format("application/x-npy", false, NpyFrames::new),
          new Format("application/x-hdf5", false, Hdf5Frames::new));

  public static List<Format> all() {
    return ALL;
  }

  /** The first format that the client's header names. */
  public static Format of(Call call) {
    for (String type : call.accepted()) {
      for (Format format : ALL) {
        if (type.equals(format.mediaType) || type.equals("*/*") || type.equals("application/*")) {
          return format;
        }
      }
    }
    throw new Refusal(
        406,
        "an Accept header with one of "
            + ALL.stream().map(Format::mediaType).collect(Collectors.joining(", ")),
        "'" + Call.shown(String.join(", ", call.accepted())) + "'",
        "Correct it.");
  }
}
