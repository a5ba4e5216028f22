package io.tfsno.serve.http;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The client left, or was disconnected, before it had sent its request. */
public final class ClientGone extends UncheckedIOException {
  ClientGone(IOException cause) {
    super(cause);
  }
}
