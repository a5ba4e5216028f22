package io.tfsno.serve.http;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The client left, or was let go, before it had sent its request. There is nobody to answer. */
public final class ClientGone extends UncheckedIOException {
  ClientGone(IOException cause) {
    super(cause);
  }
}
