package io.tfsno.serve.frame;

import io.tfsno.serve.http.JsonNumbers;

/** What stands next to the values of a state. */
public final class FrameJson {
  private FrameJson() {}

  /** An object without its closing brace, so that values can follow. */
  public static StringBuilder open(Frame frame) {
    StringBuilder out = new StringBuilder("{\"step\":").append(frame.step());
    out.append(",\"seconds\":");
    JsonNumbers.write(out, frame.seconds());
    out.append(",\"batch\":").append(frame.batch());
    if (frame.spectrum() != null) {
      out.append(",\"spectrum\":");
      JsonNumbers.write(out, frame.spectrum());
    }
    if (frame.gains() != null) {
      out.append(",\"gains\":");
      JsonNumbers.write(out, frame.gains());
    }
    if (frame.code() != null) {
      out.append(",\"code\":");
      JsonNumbers.write(out, frame.code());
    }
    if (frame.meanCodeGains() != null) {
      out.append(",\"gains_mean_code\":");
      JsonNumbers.write(out, frame.meanCodeGains());
    }
    return out;
  }
}
