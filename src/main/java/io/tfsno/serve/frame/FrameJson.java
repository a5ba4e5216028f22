package io.tfsno.serve.frame;

import io.tfsno.serve.http.Numbers;

/** What stands beside the values of a state. */
public final class FrameJson {
  private FrameJson() {}

  /** An object without its closing brace, so that values can follow. */
  public static StringBuilder open(Frame frame) {
    StringBuilder out = new StringBuilder("{\"step\":").append(frame.step());
    out.append(",\"seconds\":");
    Numbers.write(out, frame.seconds());
    out.append(",\"batch\":").append(frame.batch());
    if (frame.spectrum() != null) {
      out.append(",\"spectrum\":");
      Numbers.write(out, frame.spectrum());
    }
    if (frame.gains() != null) {
      out.append(",\"gains\":");
      Numbers.write(out, frame.gains());
    }
    return out;
  }
}
