package io.tfsno.serve.frame;

import java.io.IOException;

/** Writes the states of one trajectory as the answer to a call. */
public interface FrameWriter {
  void frame(Frame frame) throws IOException;

  /** After the last state. */
  default void end() throws IOException {}

  /** Tells the reader why there will be no more states, if the answer has begun. */
  default void fail(String message) throws IOException {}
}
